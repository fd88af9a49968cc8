#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace ringscope {

// A place in a sequence at which the level of the values changes.
struct Step {
  size_t at = 0;           // the first value behind the step
  double probability = 1;  // of a step as clear as this by chance, anywhere in its part of the values
};

// Finds steps by ranks, so that neither single outliers nor the kind of distribution matter. Of all places
// with at least kLeastRun values on either side it takes the one whose sum of ranks lies farthest from its
// expectation, in standard deviations. Permutations tell how far that is by chance, once for each number of
// values; their seed is fixed, so equal values give equal answers. By design, ties make a step less likely to
// be found, never more. Caches the permutations; not for several threads.
class StepFinder {
 public:
  static constexpr size_t kLeastRun = 2;

  // The clearest step; its probability is 1 if there are fewer than 2 * kLeastRun values, or all are equal.
  // O(n log n), and the first time with n values O(n * permutations): some 10 ms.
  [[nodiscard]] Step Clearest(std::span<const double> values);

  // The steps, by place, of values whose clearest step the caller accepts: that one, and in the parts between
  // steps those with a probability of at most `chance`. If there are several steps, ranks place each only
  // roughly, so each is then moved to where the values between its neighbours lie closest to the medians on
  // both sides. A step whose probability there is above kHeldChance is dropped. O(n^2) a step.
  [[nodiscard]] std::vector<Step> AllFrom(std::span<const double> values, double chance);
  static constexpr double kHeldChance = 0.05;

 private:
  [[nodiscard]] const std::vector<double>& ByChance(size_t count);
  [[nodiscard]] std::vector<Step> Divide(std::span<const double> values, double chance);

  std::map<size_t, std::vector<double>> by_chance_;  // by number of values, ascending
};

}  // namespace ringscope
