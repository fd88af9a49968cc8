#include "app/charts/diagram/legend_line.h"

#include <algorithm>
#include <cmath>

namespace ringscope {

std::vector<double> ReadableValues(double largest, bool is_log, bool is_bytes) {
  std::vector<double> values;
  if (!(largest > 0) || !std::isfinite(largest)) return values;
  constexpr int kMostDecades = 4, kMostLogDecades = 20;
  const double base = is_bytes ? 1024 : 10;
  const int highest = static_cast<int>(std::floor(std::log(largest) / std::log(base)));
  const int lowest = is_log ? std::max(0, highest - kMostLogDecades) : highest - kMostDecades;
  for (int power = lowest; power <= highest; ++power) {
    const double decade = std::pow(base, power);
    for (double part = 1; part < base; part *= is_bytes ? 4 : part == 2 ? 2.5 : 2) {
      if (part * decade < largest * 0.999) values.push_back(part * decade);
      if (is_log) break;
    }
  }
  values.push_back(largest);
  return values;
}

}  // namespace ringscope
