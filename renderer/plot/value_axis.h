#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cct/tree/metric.h"

namespace ringscope {

enum class AxisScale : uint8_t {
  kLinear,
  kLog,           // to base 10; for values above 0
  kSymmetricLog,  // sign(v) log10(1 + |v| / linear_until): all values have a place
};

// The range of an axis: low < high, both finite; on a logarithmic axis both above 0.
struct AxisRange {
  double low = 0, high = 1;
  AxisScale scale = AxisScale::kLinear;
  double linear_until = 1;  // of kSymmetricLog; above 0
  friend bool operator==(const AxisRange&, const AxisRange&) = default;

  // The place of a value: 0 at the low end, 1 at the high end, values outside beyond. Not finite without a
  // place.
  [[nodiscard]] double ShareOf(double value) const;
  [[nodiscard]] double ValueAt(double share) const;
};

// A tick of an axis, and its text: "0 ms", "0.5 ms". Values are raw values of the metric, or shares of a
// total.
struct AxisTick {
  double value = 0;
  std::string text;
  friend bool operator==(const AxisTick&, const AxisTick&) = default;
};
struct ValueAxis {
  std::vector<AxisTick> ticks;  // ascending
  std::string unit;             // missing in the ticks' texts; may be empty
};

// The ticks inside a fixed range: at most `most_ticks` >= 2, all with different texts; none if doubles cannot
// tell any apart. On a logarithmic scale powers of ten, thinned out if they are too many; with fewer than two
// powers the ticks of a linear scale. Linear ticks are one, two or five times a power of ten of the unit in
// which the largest is read, or of a hundredth for shares; or a double of these if no other two would fit.
[[nodiscard]] ValueAxis AxisWithin(const AxisRange& range, size_t most_ticks, const Metric& metric,
                                   bool by_share = false);

}  // namespace ringscope
