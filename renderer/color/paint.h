#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/color.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// What a search says about one piece.
enum class PieceMatch : uint8_t {
  kNone = 0,
  kMatch = 1,     // the drawn context itself matches
  kContains = 2,  // the context does not match, but hidden ones do: contexts of a rest segment, or callees
                  // hidden by the depth limit or their size
};

// How a piece is drawn beside its fill, a bit set.
using PieceStyle = uint16_t;
inline constexpr PieceStyle kStyleHatch = 1;  // a rest segment: two-tone, quiet
inline constexpr PieceStyle kStyleContinues =
    2;  // callees hidden by the depth limit: a mark along the outer edge
inline constexpr PieceStyle kStyleOutline = 4;  // the pointed or selected context: bold outline
inline constexpr PieceStyle kStyleFaded = 8;    // not a match while searching: the label fades too
inline constexpr PieceStyle kStylePath = 16;     // on the outlined path: thin lines at both sides
inline constexpr PieceStyle kStylePathEnd = 32;  // the last drawn piece of the path: a line all around
// In a comparison coloured by differences: rising, falling and level stripes.
inline constexpr PieceStyle kStyleNew = 64;
inline constexpr PieceStyle kStyleGone = 128;
inline constexpr PieceStyle kStyleWrapper = 256;  // in place of these stripes
inline constexpr PieceStyle kStylePatterns = kStyleNew | kStyleGone | kStyleWrapper;

// The looks of the pieces of one batch: an entry a piece in both columns. Independent of geometry: hover,
// search and highlights change only the looks.
struct ChartPaint {
  std::vector<Color> fill;  // opaque, fading and highlighting already applied
  std::vector<PieceStyle> style;

  friend bool operator==(const ChartPaint&, const ChartPaint&) = default;
};

// How a batch is painted, beside the frames' own colours.
struct PaintSpec {
  Theme theme = Theme::kDark;
  // Outlined: the piece that shows the context, perhaps a rest segment.
  ContextId pointed = kNoContext;
  ContextId selected = kNoContext;
  // A path, callers before callees: the pieces that show its contexts have a thin outline, down to the first
  // context without a piece of its own.
  std::span<const ContextId> path;
  // Every context of this function has the highlight colour, except matches. `function_of`: the functions of
  // frames; without it, each frame is its own function.
  uint32_t lit_function = 0xffffffffu;
  std::function<uint32_t(FrameId)> function_of;
  // How much of each piece is lit, 0 to 1; empty: no light. A fully lit piece has the highlight colour,
  // others a tint of it, which a search takes away.
  std::span<const float> piece_lights;
  // A PieceMatch for each piece; empty: no search. Matches have the match colour, pieces that contain some a
  // tint of it, all other pieces fade.
  std::span<const uint8_t> piece_matches;
};

// Paints a batch in the colours of any mode. O(pieces + drawn contexts of the path * log pieces) beside what
// FillPieces costs. `colors` must be of the batch's tree and of the spec's theme.
void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, ChartColors& colors, ChartPaint& paint);

// The colours that the pieces of one batch have by themselves, without pointer, light and search: made once
// for a layout and its colours, so that a hover does not work out values and differences again.
struct OwnFills {
  std::vector<Color> fill;                  // one a piece
  std::vector<DifferenceKind> differences;  // one a piece if colours tell differences; else empty
};

// Costs as much as FillPieces().
void FillOwn(const ArcBatch& batch, ChartColors& colors, OwnFills& own);

// Paints with `own`, made before for this batch and these colours.
void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, const ChartColors& colors, const OwnFills& own,
                 ChartPaint& paint);

}  // namespace ringscope
