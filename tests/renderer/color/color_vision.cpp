#include "tests/renderer/color/color_vision.h"

#include <algorithm>

namespace ringscope::chart_test {

OkLab Seen(Color color, const Vision& vision) {
  const LinearRgb linear = LinearFromSrgb(color);
  LinearRgb seen{};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) seen[i] += vision.matrix[i][j] * linear[j];
    seen[i] = std::clamp(seen[i], 0.0, 1.0);
  }
  return OkLabFromLinear(seen);
}

double WorstDistance(Color x, Color y) {
  double worst = 10;
  for (const Vision& vision : kVisions)
    worst = std::min(worst, OkLabDistance(Seen(x, vision), Seen(y, vision)));
  return worst;
}

double SmallestDistance(std::span<const Color> colors) {
  double smallest = 10;
  for (size_t i = 0; i < colors.size(); ++i) {
    for (size_t j = 0; j < i; ++j) smallest = std::min(smallest, WorstDistance(colors[i], colors[j]));
  }
  return smallest;
}

bool HasMonotoneLightness(std::span<const Color> colors) {
  for (const Vision& vision : kVisions) {
    const double direction =
        Seen(colors.back(), vision).lightness > Seen(colors.front(), vision).lightness ? 1 : -1;
    for (size_t i = 1; i < colors.size(); ++i) {
      const double rise = Seen(colors[i], vision).lightness - Seen(colors[i - 1], vision).lightness;
      if (rise * direction <= 0) return false;
    }
  }
  return true;
}

double ContrastRatio(Color x, Color y) {
  const auto luminance = [](Color color) {
    const LinearRgb linear = LinearFromSrgb(color);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const double bright = std::max(luminance(x), luminance(y));
  const double dark = std::min(luminance(x), luminance(y));
  return (bright + 0.05) / (dark + 0.05);
}

}  // namespace ringscope::chart_test
