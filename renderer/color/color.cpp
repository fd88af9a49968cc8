#include "renderer/color/color.h"

#include <cmath>

#include "renderer/color/oklab.h"

namespace ringscope {
namespace {

constexpr Color Rgb(uint32_t hex) {
  return {static_cast<uint8_t>(hex >> 16), static_cast<uint8_t>(hex >> 8), static_cast<uint8_t>(hex), 255};
}

// One of these is seen at once, yet is quieter than a match.
constexpr float kContainsTint = 0.42f;

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

}  // namespace ringscope
