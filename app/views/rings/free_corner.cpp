#include "app/views/rings/free_corner.h"

#include <algorithm>
#include <cmath>

#include "app/colors/legend_model.h"
#include "app/views/rings/rings_state.h"

namespace ringscope {

float FreeWidth(const ArcBatch& batch, float height_px) {
  if (batch.ring_edge_px.empty()) return batch.spec.width_px;
  const float radius_px = std::min(
      {batch.spec.width_px / 2, batch.spec.height_px / 2, static_cast<float>(batch.ring_edge_px.back())});
  // From the centre down to the box, and to the left to the circle there.
  const float dy = std::max(batch.spec.height_px / 2 - height_px, 0.0f);
  if (dy >= radius_px) return batch.spec.width_px;
  return std::max(0.0f, batch.spec.width_px / 2 - std::sqrt(radius_px * radius_px - dy * dy));
}

float LegendStripHeight(const AppState& state, size_t pane) {
  const bool is_icicle = RingsOf(state.panes[pane]).form == ChartForm::kIcicle;
  return is_icicle && state.settings.legend_open ? kLegendStripHeight : 0;
}

}  // namespace ringscope
