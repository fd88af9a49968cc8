#pragma once

#include <span>
#include <vector>

namespace ringscope {

// The value in the middle; the mean of both where there are two. 0 of nothing. O(n).
[[nodiscard]] double MedianOf(std::span<const double> values);

// How far each value lies from the median, in standard deviations of a normal distribution of the same median
// absolute deviation: the modified z-scores of Iglewicz and Hoaglin. Where more than half of the values are
// equal the mean absolute deviation takes its place; all are 0 where all values are equal. O(n).
[[nodiscard]] std::vector<double> ModifiedZScores(std::span<const double> values);

// Beyond which score a value is an outlier.
inline constexpr double kOutlierScore = 3.5;

}  // namespace ringscope
