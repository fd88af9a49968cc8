#include "cct/statistics/false_discoveries.h"

#include <algorithm>
#include <cstddef>

namespace ringscope {

std::vector<bool> Discoveries(std::span<const double> probabilities, double rate) {
  std::vector<double> sorted(probabilities.begin(), probabilities.end());
  std::sort(sorted.begin(), sorted.end());
  const auto count = static_cast<double>(sorted.size());
  double limit = -1;
  for (size_t k = 0; k < sorted.size(); ++k) {
    if (sorted[k] <= rate * static_cast<double>(k + 1) / count) limit = sorted[k];
  }
  std::vector<bool> found;
  found.reserve(probabilities.size());
  for (const double one : probabilities) found.push_back(one <= limit);
  return found;
}

}  // namespace ringscope
