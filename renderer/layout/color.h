#pragma once

#include <cstdint>

#include "cct/cct.h"

namespace ringscope {

// 8-bit sRGB with alpha.
struct Color {
  uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Color&, const Color&) = default;
};

enum class Theme : uint8_t { kDark, kLight };

// What the chart and everything around it is painted with.
struct ChartPalette {
  Color background;
  Color rest;                                 // rest segments: quiet, tells itself from every context
  Color rest_hatch;                           // second tone of a rest segment
  Color center;                               // the centre disc
  Color text;                                 // labels on the background
  Color text_on_arc_dark, text_on_arc_light;  // labels on bright and on dark segments
  Color highlight;                            // every context of the pointed function
  Color outline;                              // bold outline of the pointed context
  Color search_match;                         // contexts that match the search
};
[[nodiscard]] const ChartPalette& PaletteOf(Theme theme);

// The stable colour of a frame: hue from a hash of its module (or package: the part of a qualified name
// before the last separator), lightness and a little chroma from a hash of the function's name, in OKLCH.
// Hues are taken from a list that stays apart for people with protanopia, deuteranopia and tritanopia, so
// neighbours differ in lightness at least. Equal in every run, file and machine. Kernel and synthetic frames
// are greyer.
[[nodiscard]] Color FrameColor(const Frame& frame, Theme theme);

}  // namespace ringscope
