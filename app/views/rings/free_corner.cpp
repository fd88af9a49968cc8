#include "app/views/rings/free_corner.h"

#include <algorithm>
#include <cmath>

#include "renderer/layout/chart_bend.h"
#include "renderer/layout/transition.h"

namespace ringscope {
namespace {

float FreeBesideRings(const ArcBatch& batch, float height_px) {
  if (batch.ring_edge_px.empty()) return batch.spec.width_px;
  const float radius_px = std::min(
      {batch.spec.width_px / 2, batch.spec.height_px / 2, static_cast<float>(batch.ring_edge_px.back())});
  // From the centre down to the box, and to the left to the circle there.
  const float dy = std::max(batch.spec.height_px / 2 - height_px, 0.0f);
  if (dy >= radius_px) return batch.spec.width_px;
  return std::max(0.0f, batch.spec.width_px / 2 - std::sqrt(radius_px * radius_px - dy * dy));
}

float FreeBelowRows(const ArcBatch& batch, float height_px) {
  const ChartBend bend = BendOf(batch.spec);
  // From the middle of the view, y up.
  const float top_px = height_px - batch.spec.height_px / 2;
  float free_px = batch.spec.width_px;
  for (uint32_t layer = 0; layer < batch.layer_count(); ++layer) {
    // The leftmost of its row.
    const uint32_t first = batch.layer_offset[layer];
    if (first == batch.layer_offset[layer + 1]) continue;
    const ArcShape shape = ShapeOf(batch, first);
    const float left_px = bend.length_px * (shape.start_turns - 0.5f);
    const float bottom_px = std::min(shape.inner_px, shape.outer_px) - bend.base_y_px;
    if (bottom_px < top_px) free_px = std::min(free_px, left_px + batch.spec.width_px / 2);
  }
  return std::max(0.0f, free_px);
}

}  // namespace

float FreeWidth(const ArcBatch& batch, float height_px) {
  return batch.spec.form == ChartForm::kRings ? FreeBesideRings(batch, height_px)
                                              : FreeBelowRows(batch, height_px);
}

}  // namespace ringscope
