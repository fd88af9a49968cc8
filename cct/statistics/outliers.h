#pragma once

#include <span>
#include <vector>

namespace ringscope {

// The middle value, or the mean of the two middle ones; 0 of an empty span. O(n).
[[nodiscard]] double MedianOf(std::span<const double> values);

// The distance of each value from the median, in standard deviations of a normal distribution with the same
// median absolute deviation: the modified z-scores of Iglewicz and Hoaglin. The mean absolute deviation
// replaces the median one if more than half of the values are equal; if all are, scores are 0. O(n).
[[nodiscard]] std::vector<double> ModifiedZScores(std::span<const double> values);

// A value with a score beyond this one is an outlier.
inline constexpr double kOutlierScore = 3.5;

}  // namespace ringscope
