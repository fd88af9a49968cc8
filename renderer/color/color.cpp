#include "renderer/color/color.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ringscope {
namespace {

constexpr Color Rgb(uint32_t hex) {
  return {static_cast<uint8_t>(hex >> 16), static_cast<uint8_t>(hex >> 8), static_cast<uint8_t>(hex), 255};
}

// This tint is seen at once, yet is quieter than a match.
constexpr float kContainsTint = 0.42f;

double LinearChannel(uint8_t value) {
  const double v = value / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

uint8_t SrgbChannel(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  const double encoded = v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
  return static_cast<uint8_t>(std::lround(encoded * 255));
}

}  // namespace

const ChartPalette& PaletteOf(Theme theme) {
  static constexpr ChartPalette kDark{
      .background = Rgb(0x14171c),
      .rest = Rgb(0x272c35),
      .rest_hatch = Rgb(0x343b47),
      .center = Rgb(0x20252d),
      .text = Rgb(0xdfe3ea),
      .text_on_arc_dark = Rgb(0x12151a),
      .text_on_arc_light = Rgb(0xf6f8fb),
      .highlight = Rgb(0x86e6ff),
      .outline = Rgb(0xffffff),
      .search_match = Rgb(0xffcf4d),
      .path = Rgb(0xff6b5e),
  };
  static constexpr ChartPalette kLight{
      .background = Rgb(0xf7f8fa),
      .rest = Rgb(0xe3e6eb),
      .rest_hatch = Rgb(0xd2d7de),
      .center = Rgb(0xeceff3),
      .text = Rgb(0x22272f),
      .text_on_arc_dark = Rgb(0x14171c),
      .text_on_arc_light = Rgb(0xffffff),
      .highlight = Rgb(0x0a3fd0),
      .outline = Rgb(0x0d1117),
      .search_match = Rgb(0xf29a00),
      .path = Rgb(0xc81e1e),
  };
  return theme == Theme::kDark ? kDark : kLight;
}

Color MixColors(Color from, Color to, float share) {
  const auto mix = [share](uint8_t x, uint8_t y) {
    return static_cast<uint8_t>(
        std::lround(static_cast<float>(x) + (static_cast<float>(y) - static_cast<float>(x)) * share));
  };
  return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), mix(from.a, to.a)};
}

Color ContainsMatchColor(Color fill, Theme theme) {
  return MixColors(fill, PaletteOf(theme).search_match, kContainsTint);
}

Color TextColorOn(Color fill, Theme theme) {
  const ChartPalette& palette = PaletteOf(theme);
  const bool bright = OkLabFromLinear(LinearFromSrgb(fill)).lightness > kDarkTextFrom;
  return bright ? palette.text_on_arc_dark : palette.text_on_arc_light;
}

LinearRgb LinearFromSrgb(Color color) {
  return {LinearChannel(color.r), LinearChannel(color.g), LinearChannel(color.b)};
}

Color SrgbFromLinear(const LinearRgb& linear) {
  return {SrgbChannel(linear[0]), SrgbChannel(linear[1]), SrgbChannel(linear[2]), 255};
}

OkLab OkLabFromLinear(const LinearRgb& c) {
  const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
  const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
  const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

LinearRgb LinearFromOkLab(const OkLab& lab) {
  const double l_root = lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b;
  const double m_root = lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b;
  const double s_root = lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b;
  const double l = l_root * l_root * l_root;
  const double m = m_root * m_root * m_root;
  const double s = s_root * s_root * s_root;
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

double OkLabDistance(const OkLab& x, const OkLab& y) {
  return std::hypot(x.lightness - y.lightness, x.a - y.a, x.b - y.b);
}

Color SrgbFromOkLch(const OkLch& color) {
  const double hue = color.hue_degrees * std::numbers::pi / 180;
  LinearRgb linear{};
  for (double chroma = color.chroma;; chroma -= 0.005) {
    chroma = std::max(chroma, 0.0);
    linear = LinearFromOkLab({color.lightness, chroma * std::cos(hue), chroma * std::sin(hue)});
    const auto [low, high] = std::minmax_element(linear.begin(), linear.end());
    if (chroma == 0 || (*low >= -1e-4 && *high <= 1 + 1e-4)) return SrgbFromLinear(linear);
  }
}

}  // namespace ringscope
