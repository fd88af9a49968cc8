#pragma once

#include <array>
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

// The colours of the chart and everything around it.
struct ChartPalette {
  Color background;
  Color rest;                                 // rest segments: quiet, distinct from every context
  Color rest_hatch;                           // second tone of a rest segment
  Color center;                               // the centre disc
  Color text;                                 // labels on the background
  Color text_on_arc_dark, text_on_arc_light;  // labels on bright and on dark segments
  Color highlight;                            // outline of every context of the pointed function
  Color outline;                              // bold outline of the pointed context
  Color search_match;                         // contexts that match the search
  Color path;                                 // thin outline of the contexts of a path
};
[[nodiscard]] const ChartPalette& PaletteOf(Theme theme);

// The sRGB mix of two colours: `share` of `to`, the rest of `from`.
[[nodiscard]] Color MixColors(Color from, Color to, float share);

// The fill of a piece that does not match the search but stands for contexts that do; `fill` is its own
// colour.
[[nodiscard]] Color ContainsMatchColor(Color fill, Theme theme);

// Fills of this OKLab lightness and more carry dark text, darker fills light text: at this lightness both
// have the same contrast.
inline constexpr double kDarkTextFrom = 0.58;
// The palette's text colour that reads better on `fill`.
[[nodiscard]] Color TextColorOn(Color fill, Theme theme);

// Colours in the perceptual OKLab space (Björn Ottosson, 2020): equal distances look about equally different.
struct OkLab {
  double lightness = 0;  // 0 black, 1 white
  double a = 0;
  double b = 0;
};

// An OKLab colour by chroma and hue.
struct OkLch {
  double lightness = 0;
  double chroma = 0;
  double hue_degrees = 0;
};

using LinearRgb = std::array<double, 3>;  // [0, 1] inside the sRGB gamut

[[nodiscard]] LinearRgb LinearFromSrgb(Color color);
[[nodiscard]] Color SrgbFromLinear(const LinearRgb& linear);  // clamps
[[nodiscard]] OkLab OkLabFromLinear(const LinearRgb& linear);
[[nodiscard]] LinearRgb LinearFromOkLab(const OkLab& lab);

[[nodiscard]] double OkLabDistance(const OkLab& x, const OkLab& y);

// The colour, with its chroma lowered as far as needed to lie inside the sRGB gamut.
[[nodiscard]] Color SrgbFromOkLch(const OkLch& color);

}  // namespace ringscope
