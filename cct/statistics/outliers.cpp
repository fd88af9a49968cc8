#include "cct/statistics/outliers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace ringscope {
namespace {

// Median and mean absolute deviation of the standard normal distribution.
constexpr double kMedianDeviation = 0.6745;
constexpr double kMeanDeviation = 0.797885;

}  // namespace

double MedianOf(std::span<const double> values) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  if (sorted.size() % 2 == 1) return *middle;
  return (*std::max_element(sorted.begin(), middle) + *middle) / 2;
}

std::vector<double> ModifiedZScores(std::span<const double> values) {
  const double median = MedianOf(values);
  std::vector<double> scores;
  scores.reserve(values.size());
  for (const double value : values) scores.push_back(std::abs(value - median));
  double unit = MedianOf(scores) / kMedianDeviation;
  if (unit == 0 && !scores.empty()) {
    const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
    unit = sum / static_cast<double>(scores.size()) / kMeanDeviation;
  }
  for (size_t k = 0; k < scores.size(); ++k) scores[k] = unit == 0 ? 0 : (values[k] - median) / unit;
  return scores;
}

}  // namespace ringscope
