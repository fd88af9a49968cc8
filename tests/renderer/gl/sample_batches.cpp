#include "tests/renderer/gl/sample_batches.h"

#include <algorithm>
#include <array>

namespace ringscope::chart_test {

ArcBatch BatchOf(const std::vector<SamplePiece>& pieces, uint32_t layers, float width_px, float height_px) {
  ArcBatch batch;
  batch.spec.width_px = width_px;
  batch.spec.height_px = height_px;
  const float radius_px = 0.5f * std::min(width_px, height_px) - 12.0f;
  for (uint32_t i = 0; i <= layers; ++i) {
    batch.ring_edge_px.push_back(radius_px * static_cast<float>(i) / static_cast<float>(layers));
  }
  std::vector<SamplePiece> all = {{0, 0, 1, 0}};
  all.insert(all.end(), pieces.begin(), pieces.end());
  for (const SamplePiece& piece : all) {
    batch.start_turns.push_back(static_cast<float>(piece.start_turns));
    batch.sweep_turns.push_back(static_cast<float>(piece.sweep_turns));
    batch.layer.push_back(piece.layer);
    batch.context.push_back(static_cast<ContextId>(batch.context.size()));
    batch.rest_begin.push_back(0);
    batch.rest_end.push_back(0);
    batch.flags.push_back(piece.flags);
    batch.inclusive.push_back(1);
  }
  for (uint32_t layer = 0; layer <= layers; ++layer) {
    batch.layer_offset.push_back(static_cast<uint32_t>(
        std::lower_bound(batch.layer.begin(), batch.layer.end(), layer) - batch.layer.begin()));
  }
  return batch;
}

ArcBatch FullBatch(uint32_t layers, uint32_t per_layer, float width_px, float height_px) {
  std::vector<SamplePiece> pieces;
  for (uint32_t layer = 1; layer < layers; ++layer) {
    for (uint32_t i = 0; i < per_layer; ++i)
      pieces.push_back({layer, double(i) / per_layer, 1.0 / per_layer, 0});
  }
  return BatchOf(pieces, layers, width_px, height_px);
}

ArcBatch AsIcicle(ArcBatch batch, float row_px) {
  batch.spec.form = ChartForm::kIcicle;
  for (size_t edge = 0; edge < batch.ring_edge_px.size(); ++edge)
    batch.ring_edge_px[edge] = row_px * static_cast<float>(edge);
  return batch;
}

ChartPaint PaintOf(const ArcBatch& batch, Theme theme) {
  constexpr std::array<Color, 5> kFills = {Color{0x7f, 0xbf, 0xc8, 255}, Color{0xa8, 0x5f, 0x55, 255},
                                           Color{0xb5, 0xb4, 0x74, 255}, Color{0x93, 0x8f, 0xcb, 255},
                                           Color{0x45, 0x9f, 0x8a, 255}};
  ChartPaint paint;
  for (uint32_t i = 0; i < batch.size(); ++i) {
    const bool rest = batch.is_rest(i);
    paint.fill.push_back(i == 0 ? PaletteOf(theme).center
                         : rest ? PaletteOf(theme).rest
                                : kFills[i % kFills.size()]);
    paint.style.push_back(rest                                    ? kStyleHatch
                          : (batch.flags[i] & kArcContinues) != 0 ? kStyleContinues
                                                                  : PieceStyle{0});
  }
  return paint;
}

ChartPaint UniformPaint(const ArcBatch& batch, Color fill) {
  return {std::vector<Color>(batch.size(), fill), std::vector<PieceStyle>(batch.size())};
}

}  // namespace ringscope::chart_test
