#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cct/tree/metric.h"

namespace ringscope {

enum class AxisScale : uint8_t {
  kLinear,
  kLog,           // to base 10; values of 0 and below have no place
  kSymmetricLog,  // sign(v) log10(1 + |v| / linear_until): all values have a place
};

// The values that an axis reaches over: low < high, both finite; of a logarithmic one both above 0.
struct AxisRange {
  double low = 0, high = 1;
  AxisScale scale = AxisScale::kLinear;
  double linear_until = 1;  // of kSymmetricLog; above 0
  friend bool operator==(const AxisRange&, const AxisRange&) = default;

  // Where a value is: 0 at the low end, 1 at the high one, others beyond. Not finite where it has no place.
  [[nodiscard]] double ShareOf(double value) const;
  [[nodiscard]] double ValueAt(double share) const;
};

// Where an axis has its ticks, and what they say: "0 ms", "0.5 ms". Values are raw ones of the metric, or
// shares of a total.
struct AxisTick {
  double value = 0;
  std::string text;
  friend bool operator==(const AxisTick&, const AxisTick&) = default;
};
struct ValueAxis {
  double low = 0, high = 1;     // what it reaches over: low < high
  std::vector<AxisTick> ticks;  // ascending
  std::string unit;             // that the ticks do not say; may be empty
};

// The ticks inside a range that stays as it is: at most `most_ticks` >= 2, all with different texts; none
// where doubles cannot tell any apart. On a logarithmic scale powers of ten, some of them left out where they
// are too many, and where they are fewer than two what the linear one has. Ticks are one, two or five times a
// power of ten of the unit in which the largest is read, or of a hundredth where values are shares.
[[nodiscard]] ValueAxis AxisWithin(const AxisRange& range, size_t most_ticks, const Metric& metric,
                                   bool by_share = false);

}  // namespace ringscope
