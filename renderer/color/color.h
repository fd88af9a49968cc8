#pragma once

#include <cstdint>

#include "cct/base/text/enum_words.h"

namespace ringscope {

// 8-bit sRGB with alpha.
struct Color {
  uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Color&, const Color&) = default;
};

enum class Theme : uint8_t { kDark, kLight };
inline constexpr EnumWords<Theme, 2> kThemeWords{{{"dark", Theme::kDark}, {"light", Theme::kLight}}};

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
  Color path;                                 // thin outline of the contexts of a path
};
[[nodiscard]] const ChartPalette& PaletteOf(Theme theme);

// The sRGB mix of two colours: `share` of `to`, the rest of `from`.
[[nodiscard]] Color MixColors(Color from, Color to, float share);

// A piece of colour `fill` that does not match the search but stands for contexts that do.
[[nodiscard]] Color ContainsMatchColor(Color fill, Theme theme);

// Fills of this OKLab lightness and more carry dark text, darker ones light text: here both have the same
// contrast.
inline constexpr double kDarkTextFrom = 0.58;
// The palette's text colour that reads better on `fill`.
[[nodiscard]] Color TextColorOn(Color fill, Theme theme);

}  // namespace ringscope
