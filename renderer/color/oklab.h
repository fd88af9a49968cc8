#pragma once

#include <array>

#include "renderer/color/color.h"

namespace ringscope {

// Colours in the perceptual OKLab space (Björn Ottosson, 2020): equal distances look about equally different.
struct OkLab {
  double lightness = 0;  // 0 black, 1 white
  double a = 0;
  double b = 0;
};

// The same by chroma and hue.
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
