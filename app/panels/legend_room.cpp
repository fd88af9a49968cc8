#include "app/panels/legend_room.h"

#include <algorithm>
#include <cmath>

#include "renderer/layout/chart_bend.h"
#include "renderer/layout/transition.h"

namespace ringscope {
namespace {

bool RingsLeaveFree(const ArcBatch& batch, float width_px, float height_px) {
  if (batch.ring_edge_px.empty()) return true;
  const float radius_px = std::min(batch.spec.width_px, batch.spec.height_px) / 2;
  const float drawn_px = static_cast<float>(batch.ring_edge_px.back());
  // From the centre to the box.
  const float dx = std::max(batch.spec.width_px / 2 - width_px, 0.0f);
  const float dy = std::max(batch.spec.height_px / 2 - height_px, 0.0f);
  return std::hypot(dx, dy) >= std::min(radius_px, drawn_px);
}

bool RowsLeaveFree(const ArcBatch& batch, float width_px, float height_px) {
  const ChartBend bend = BendOf(batch.spec);
  // From the middle of the view, y up.
  const float right_px = width_px - batch.spec.width_px / 2, top_px = height_px - batch.spec.height_px / 2;
  for (uint32_t i = 0; i < batch.size(); ++i) {
    const ArcShape shape = ShapeOf(batch, i);
    const float left_px = bend.length_px * (shape.start_turns - 0.5f);
    const float bottom_px = std::min(shape.inner_px, shape.outer_px) - bend.base_y_px;
    if (left_px < right_px && bottom_px < top_px) return false;
  }
  return true;
}

}  // namespace

bool CornerIsFree(const ArcBatch& batch, float width_px, float height_px) {
  return batch.spec.form == ChartForm::kRings ? RingsLeaveFree(batch, width_px, height_px)
                                              : RowsLeaveFree(batch, width_px, height_px);
}

}  // namespace ringscope
