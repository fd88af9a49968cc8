#include "renderer/layout/paint.h"

#include <algorithm>

#include "cct/base/check.h"
#include "renderer/layout/picking.h"

namespace ringscope {
namespace {

// How far pieces that do not match fade into the background.
constexpr float kFade = 0.74f;
// The centre disc is large: it only takes on a tint.
constexpr float kCenterTint = 0.35f;

template <typename ColorOfFrame>
void Paint(const Cct& tree, const ArcBatch& batch, const PaintSpec& spec, const ColorOfFrame& color_of,
           ChartPaint& paint) {
  const ChartPalette& palette = PaletteOf(spec.theme);
  const bool searching = !spec.frame_matches.empty();
  paint.fill.resize(batch.size());
  paint.style.resize(batch.size());

  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    const bool rest = batch.is_rest(piece);
    PieceStyle style = 0;
    bool match = false, lit = false;
    Color fill = palette.rest;
    if (rest) {
      if (piece != 0) style |= kStyleHatch;
    } else {
      const FrameId frame = tree.FrameOf(batch.context[piece]);
      if ((batch.flags[piece] & kArcContinues) != 0) style |= kStyleContinues;
      match = searching && spec.frame_matches[std::min<size_t>(frame, spec.frame_matches.size() - 1)] != 0;
      const uint32_t function = spec.function_of ? spec.function_of(frame) : frame;
      lit = function == spec.lit_function && spec.lit_function != 0xffffffffu;
      if (piece != 0 && !match && !lit) fill = color_of(frame);
    }
    if (piece == 0) {
      fill = palette.center;
      if (lit || match) fill = MixColors(fill, lit ? palette.highlight : palette.search_match, kCenterTint);
    } else if (lit) {
      fill = palette.highlight;
    } else if (match) {
      fill = palette.search_match;
    } else if (searching) {
      fill = MixColors(fill, palette.background, kFade);
      style |= kStyleFaded;
    }
    paint.fill[piece] = fill;
    paint.style[piece] = style;
  }
  for (const ContextId context : {spec.pointed, spec.selected}) {
    if (context == kNoContext) continue;
    if (const auto piece = FindPiece(tree, batch, context)) paint.style[*piece] |= kStyleOutline;
  }
}

}  // namespace

void PaintPieces(const Cct& tree, const ArcBatch& batch, const PaintSpec& spec, FrameColors& colors,
                 ChartPaint& paint) {
  RINGSCOPE_CHECK(colors.theme() == spec.theme);
  Paint(
      tree, batch, spec, [&](FrameId frame) { return colors.Of(frame); }, paint);
}

ChartPaint PaintPieces(const Cct& tree, const ArcBatch& batch, const PaintSpec& spec) {
  ChartPaint paint;
  FrameColors colors(tree.frames(), spec.theme);
  PaintPieces(tree, batch, spec, colors, paint);
  return paint;
}

}  // namespace ringscope
