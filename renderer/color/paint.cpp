#include "renderer/color/paint.h"

#include <algorithm>
#include <cmath>

#include "cct/base/check.h"
#include "renderer/layout/picking.h"

namespace ringscope {
namespace {

// How far pieces that do not match fade into the background.
constexpr float kFade = 0.74f;
// The tint of a piece of which hardly anything is lit, and of one that is lit nearly whole.
constexpr float kLeastTint = 0.25f, kMostTint = 0.7f;
// The centre disc is large: it only takes on a tint.
constexpr float kCenterTint = 0.35f;

PieceStyle PatternOf(DifferenceKind kind, ContextFlags flags) {
  if ((flags & kIsWrapper) != 0) return kStyleWrapper;
  return kind == DifferenceKind::kNew    ? kStyleNew
         : kind == DifferenceKind::kGone ? kStyleGone
                                         : PieceStyle{0};
}

// A chain has the marks of all its contexts.
ContextFlags FlagsOf(const Cct& tree, const ArcBatch& batch, uint32_t piece) {
  ContextFlags flags = tree.FlagsOf(batch.context[piece]);
  for (const ContextId context : batch.chain(piece)) flags |= tree.FlagsOf(context);
  return flags;
}

void OutlinePath(const Cct& tree, const ArcBatch& batch, uint32_t part, std::span<const ContextId> path,
                 ChartPaint& paint) {
  if (path.empty()) return;
  const PieceFinder finder(tree, batch, part);
  const ArcPart of = batch.part(part);
  uint32_t last = of.first_piece;
  for (const ContextId context : path) {
    const auto piece = finder.Find(context);
    // A detail begins further down.
    if (!piece && of.is_detail && context <= of.root.context) continue;
    if (!piece || batch.is_rest(*piece)) break;
    if (*piece == of.first_piece) continue;
    // Boxes around a box are its callers: outlines of all would be lines side by side.
    if (batch.is_treemap()) paint.style[last] &= static_cast<PieceStyle>(~kStylePath);
    paint.style[last = *piece] |= kStylePath;
  }
  if (last != of.first_piece) paint.style[last] |= kStylePathEnd;
}

// `paint.fill` holds the pieces' own colours; `fade` is how far those that do not match fade away.
void ApplyMarks(const Cct& tree, const ArcBatch& batch, const PaintSpec& spec, float fade,
                std::span<const DifferenceKind> differences, ChartPaint& paint) {
  const ChartPalette& palette = PaletteOf(spec.theme);
  const bool searching = !spec.piece_matches.empty();
  RINGSCOPE_CHECK(!searching || spec.piece_matches.size() == batch.size());
  RINGSCOPE_CHECK(spec.piece_lights.empty() || spec.piece_lights.size() == batch.size());
  RINGSCOPE_CHECK(paint.fill.size() == batch.size());
  paint.style.resize(batch.size());

  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    const auto match = searching ? static_cast<PieceMatch>(spec.piece_matches[piece]) : PieceMatch::kNone;
    PieceStyle style = 0;
    const float light = spec.piece_lights.empty() ? 0 : spec.piece_lights[piece];
    bool lit = light >= 1 && !batch.is_rest(piece);
    Color fill = paint.fill[piece];
    if (batch.is_rest(piece)) {
      if (!batch.is_root(piece)) style |= kStyleHatch;
    } else {
      if ((batch.flags[piece] & kArcContinues) != 0) style |= kStyleContinues;
      const auto is_lit = [&](ContextId context) {
        const FrameId frame = tree.FrameOf(context);
        const uint32_t function = spec.function_of ? spec.function_of(frame) : frame;
        return function == spec.lit_function;
      };
      const auto chain = batch.chain(piece);
      lit |= spec.lit_function != 0xffffffffu &&
             (chain.empty() ? is_lit(batch.context[piece]) : std::any_of(chain.begin(), chain.end(), is_lit));
    }
    if (piece == 0) {
      if (lit || match == PieceMatch::kMatch)
        fill = MixColors(fill, match == PieceMatch::kMatch ? palette.search_match : palette.highlight,
                         kCenterTint);
    } else if (match == PieceMatch::kMatch) {
      // No outline of the lit function: one goes from match to match, and each match keeps its look.
      fill = palette.search_match;
    } else if (searching) {
      if (lit) style |= kStyleLit;
      fill = MixColors(fill, palette.background, fade);
      if (match == PieceMatch::kContains) {
        fill = ContainsMatchColor(fill, spec.theme);
      } else {
        style |= kStyleFaded;
      }
    } else if (lit) {
      style |= kStyleLit;
    } else if (light > 0 && !batch.is_rest(piece)) {
      style |= kStyleHidesLit;
    } else if (light > 0) {
      // The eye compares areas by their square roots.
      fill = MixColors(fill, palette.highlight, kLeastTint + (kMostTint - kLeastTint) * std::sqrt(light));
    }
    if (!differences.empty() && !batch.is_root(piece) && !batch.is_rest(piece) && match != PieceMatch::kMatch)
      style |= PatternOf(differences[piece], FlagsOf(tree, batch, piece));
    paint.fill[piece] = fill;
    paint.style[piece] = style;
  }
  for (uint32_t part = 0; part < batch.part_count(); ++part) {
    OutlinePath(tree, batch, part, spec.path, paint);
    // The view outlines the place of its detail, too.
    const ViewRoot& detail = batch.spec.detail.root;
    const bool shows_detail = batch.part_count() > 1 && !batch.part(part).is_detail;
    const ContextId in_detail = detail.is_run() ? detail.run.begin : detail.context;
    for (const ContextId context : {spec.pointed, spec.selected, shows_detail ? in_detail : kNoContext}) {
      if (context == kNoContext) continue;
      if (const auto piece = FindPiece(tree, batch, context, part)) paint.style[*piece] |= kStyleOutline;
    }
  }
}

}  // namespace

void FillOwn(const ArcBatch& batch, ChartColors& colors, OwnFills& own) {
  own.differences.clear();
  colors.FillPieces(batch, own.fill, &own.differences);
}

void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, const ChartColors& colors, const OwnFills& own,
                 ChartPaint& paint) {
  RINGSCOPE_CHECK(colors.theme() == spec.theme);
  paint.fill = own.fill;
  // In kSearch only the search has a colour: pieces that do not match are quiet already.
  ApplyMarks(colors.tree(), batch, spec, colors.spec().mode == ColorMode::kSearch ? 0 : kFade,
             own.differences, paint);
}

void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, ChartColors& colors, ChartPaint& paint) {
  OwnFills own;
  FillOwn(batch, colors, own);
  PaintPieces(batch, spec, colors, own, paint);
}

}  // namespace ringscope
