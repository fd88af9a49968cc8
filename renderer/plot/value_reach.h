#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "renderer/plot/value_axis.h"

namespace ringscope {

// The least and the largest of values that have a place on an axis; low > high: there are none.
struct ValueReach {
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  double low = kInfinite, high = -kInfinite;

  void Add(const ValueReach& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  // In lanes, as each minimum waits for the one before.
  void Add(std::span<const double> values, AxisScale scale) {
    constexpr size_t kLanes = 4;
    const double least = scale == AxisScale::kLog ? std::numeric_limits<double>::denorm_min()
                                                  : std::numeric_limits<double>::lowest();
    std::array<ValueReach, kLanes> lanes;
    const auto add = [least](double value, ValueReach& lane) {
      const bool counts = value >= least && value <= std::numeric_limits<double>::max();
      lane.low = std::min(lane.low, counts ? value : kInfinite);
      lane.high = std::max(lane.high, counts ? value : -kInfinite);
    };
    size_t k = 0;
    for (; k + kLanes <= values.size(); k += kLanes) {
      for (size_t lane = 0; lane < kLanes; ++lane) add(values[k + lane], lanes[lane]);
    }
    for (; k < values.size(); ++k) add(values[k], lanes[0]);
    for (const ValueReach& lane : lanes) Add(lane);
  }
};

}  // namespace ringscope
