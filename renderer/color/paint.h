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

// How one piece matches a search.
enum class PieceMatch : uint8_t {
  kNone = 0,
  kMatch = 1,     // the drawn context itself matches
  kContains = 2,  // the piece stands for contexts that match: those of a rest segment, or callees that the
                  // depth limit or their size hides
};

// How a piece is drawn besides its fill, a bit set.
using PieceStyle = uint16_t;
inline constexpr PieceStyle kStyleHatch = 1;  // a rest segment: two-tone, quiet
inline constexpr PieceStyle kStyleContinues =
    2;  // callees hidden by the depth limit: a mark along the outer edge
inline constexpr PieceStyle kStyleOutline = 4;   // the pointed or selected context: bold outline
inline constexpr PieceStyle kStyleFaded = 8;     // not a match while searching: the label fades too
inline constexpr PieceStyle kStylePath = 16;     // on the path that is outlined: thin lines at both sides
inline constexpr PieceStyle kStylePathEnd = 32;  // the last drawn piece of that path: all around
// A comparison in colours of its differences: stripes that rise, that fall, and level ones.
inline constexpr PieceStyle kStyleNew = 64;
inline constexpr PieceStyle kStyleGone = 128;
inline constexpr PieceStyle kStyleWrapper = 256;  // in place of the others
inline constexpr PieceStyle kStylePatterns = kStyleNew | kStyleGone | kStyleWrapper;
// Lit: an outline in the highlight colour; a thin one on a piece that hides contexts that light up.
inline constexpr PieceStyle kStyleLit = 512;
inline constexpr PieceStyle kStyleHidesLit = 1024;
// The widths of the outlines of these styles.
inline constexpr float kOutlinePx = 2.5f, kLitPx = 2, kPathPx = 1.5f, kHidesLitPx = 1;

// How the pieces of one batch look: as many entries in both columns as the batch has pieces. Independent of
// geometry: hover, search and highlights change only this.
struct ChartPaint {
  std::vector<Color> fill;  // opaque, fading already applied
  std::vector<PieceStyle> style;

  friend bool operator==(const ChartPaint&, const ChartPaint&) = default;
};

// How a batch is painted, besides the frames' own colours.
struct PaintSpec {
  Theme theme = Theme::kDark;
  // Outlined: the piece that shows the context, which may be a rest segment.
  ContextId pointed = kNoContext;
  ContextId selected = kNoContext;
  // Callers before their callees: the pieces that show them have a thin outline, down to the first context
  // without a piece of its own. In a treemap only the last piece has it, which lies in the others.
  std::span<const ContextId> path;
  // Every context of this function is lit: it has an outline and keeps its fill. `function_of` gives the
  // function of a frame; without it, each frame is its own function.
  uint32_t lit_function = 0xffffffffu;
  std::function<uint32_t(FrameId)> function_of;
  // Per piece of the batch the share of it that is lit, 0 to 1; empty: nothing. A piece that hides lit
  // contexts has a thin outline, and a rest segment, whose fill says nothing, a tint of the highlight colour;
  // a search takes both away.
  std::span<const float> piece_lights;
  // Per piece of the batch a PieceMatch; empty: no search. Matches are painted in the match colour, pieces
  // that contain some in a tint of it, everything else fades.
  std::span<const uint8_t> piece_matches;
};

// Paints a batch in the colours of any mode. O(pieces + drawn contexts of the path * log pieces) on top of
// FillPieces(). `colors` must be of the batch's tree and of the spec's theme.
void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, ChartColors& colors, ChartPaint& paint);

// The colours that the pieces of one batch have by themselves, whatever is pointed at, lit or searched for:
// made once for a layout and its colours, so that a hover does not compute values and differences again.
struct OwnFills {
  std::vector<Color> fill;                  // one a piece
  std::vector<DifferenceKind> differences;  // one a piece where colours tell differences; else empty
};

// Costs as much as FillPieces().
void FillOwn(const ArcBatch& batch, ChartColors& colors, OwnFills& own);

// Same with `own`, made before for this batch and these colours.
void PaintPieces(const ArcBatch& batch, const PaintSpec& spec, const ChartColors& colors, const OwnFills& own,
                 ChartPaint& paint);

}  // namespace ringscope
