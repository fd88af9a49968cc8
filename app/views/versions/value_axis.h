#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cct/tree/metric.h"

namespace ringscope::versions {

// Where an axis has its ticks, and what they say: "0 ms", "0.5 ms". Values are raw ones of the metric, or
// shares of a total.
struct AxisTick {
  double value = 0;
  std::string text;
  friend bool operator==(const AxisTick&, const AxisTick&) = default;
};
struct ValueAxis {
  double low = 0, high = 1;      // what it reaches over: low < high
  std::vector<AxisTick> ticks;   // ascending, from 1 to `most_ticks`
  std::string unit;              // that the ticks do not say; may be empty
};

// The axis for values from `least` to `most`, both finite, from 0 where `from_zero`. Ticks are one, two or
// five times a power of ten of the unit in which the largest is read, at most `most_ticks` >= 2 of them.
[[nodiscard]] ValueAxis AxisFor(double least, double most, bool from_zero, size_t most_ticks, const Metric& metric,
                                bool by_share);

}  // namespace ringscope::versions
