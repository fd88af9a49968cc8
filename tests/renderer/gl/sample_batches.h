#pragma once

#include <cstdint>
#include <vector>

#include "renderer/color/paint.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope::chart_test {

// One ring piece of a chart written down in a test.
struct SamplePiece {
  uint32_t layer = 0;
  double start_turns = 0;
  double sweep_turns = 1;
  ArcFlags flags = 0;
};

// A batch of the centre disc and these pieces (in layer order), its layers equally thick.
[[nodiscard]] ArcBatch BatchOf(const std::vector<SamplePiece>& pieces, uint32_t layers, float width_px,
                               float height_px);

// `per_layer` equal pieces on every layer but the centre's: together they cover the whole circle.
[[nodiscard]] ArcBatch FullBatch(uint32_t layers, uint32_t per_layer, float width_px, float height_px);

// The same pieces as rows of this height, from the top of the view down.
[[nodiscard]] ArcBatch AsIcicle(ArcBatch batch, float row_px);

// Fills that differ from neighbour to neighbour, styles by the pieces' flags.
[[nodiscard]] ChartPaint PaintOf(const ArcBatch& batch, Theme theme);
// Every piece in one colour.
[[nodiscard]] ChartPaint UniformPaint(const ArcBatch& batch, Color fill);

}  // namespace ringscope::chart_test
