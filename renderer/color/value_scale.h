#pragma once

#include <span>
#include <vector>

#include "renderer/color/color_mode.h"

namespace ringscope {

// A number with its weight.
struct WeightedValue {
  double value = 0;
  double weight = 1;
};

// From numbers to positions on a sequential map. Ends are finite, low < high; kLog: low > 0.
struct ValueScale {
  double low = 0;
  double high = 1;
  ValueSteps steps = ValueSteps::kLinear;

  // 0 at or below `low`, 1 at or above `high`; NaN for numbers that are not finite.
  [[nodiscard]] double PositionOf(double value) const;
  friend bool operator==(const ValueScale&, const ValueScale&) = default;
};

// A scale for some numbers; numbers that are not finite are ignored. Linear scales begin at 0 unless all
// values lie far from 0 compared to their range. kLog without a positive number gives a linear scale. O(n log
// n). Changes the order of `values`. `trim`, for unlimited quantities (ratios): a 50th of the weight at
// either end may lie outside, so that one odd thin context does not use up the map. Else the largest value is
// the end.
[[nodiscard]] ValueScale FitScale(std::span<WeightedValue> values, ValueSteps steps, bool trim);

// The least 1, 2 or 5 times a power of ten that is not less than `least`; `binary`: the least power of two,
// from 1 on.
[[nodiscard]] double RoundStepUp(double least, bool binary);

// Up to about five round numbers inside a scale, ascending, at least one for any scale. `binary`: powers of
// two and their multiples instead of decimal ones, for bytes.
[[nodiscard]] std::vector<double> TicksOf(const ValueScale& scale, bool binary);

}  // namespace ringscope
