#pragma once

#include <cstdint>
#include <vector>

#include "renderer/layout/color.h"

namespace ringscope {

// How a piece is drawn besides its fill, a bit set.
using PieceStyle = uint8_t;
inline constexpr PieceStyle kStyleHatch = 1;      // a rest segment: two-tone, quiet
inline constexpr PieceStyle kStyleContinues = 2;  // callees hidden by the depth limit: a mark along the outer edge
inline constexpr PieceStyle kStyleOutline = 4;    // the pointed context: bold outline
inline constexpr PieceStyle kStyleFaded = 8;      // not a match while searching: the label fades too

// How the pieces of one batch look: as many entries in both columns as the batch has pieces. Independent of geometry:
// hover, search and highlights change only this.
struct ChartPaint {
  std::vector<Color> fill;  // opaque, fading and highlighting already applied
  std::vector<PieceStyle> style;

  friend bool operator==(const ChartPaint&, const ChartPaint&) = default;
};

}  // namespace ringscope
