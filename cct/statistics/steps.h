#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace ringscope {

// Where values in an order begin to be others.
struct Step {
  size_t at = 0;           // the first value behind it
  double probability = 1;  // of a step as clear as this somewhere in its part of the values, by chance
};

// Finds steps by ranks, so that neither single far values nor the kind of distribution matter. Of all places
// that have at least kLeastRun values on either side the one is taken where the sum of ranks lies farthest
// from what it would be by chance, in its standard deviations; how far that is by chance is found out with
// permutations, once for each number of values. They come from a fixed seed: equal values give equal answers.
// Equal values make it less likely to find something, never more by design. Keeps what it found out; not for
// several threads.
class StepFinder {
 public:
  static constexpr size_t kLeastRun = 2;

  // The clearest step; its probability is 1 where there are fewer than 2 * kLeastRun values, or no
  // difference. O(n log n), and the first time with n values O(n * permutations): some 10 ms.
  [[nodiscard]] Step Clearest(std::span<const double> values);

  // The steps of values whose clearest step is known to be one, by place: that, and in the parts between
  // steps those whose probability is at most `chance`. Ranks alone tell where a step is only roughly, where
  // there are several: each is put where the values between the steps next to it lie closest to the medians
  // on both sides. Where a step is not to be told from chance there (kHeldChance) it is none. O(n^2) a step.
  [[nodiscard]] std::vector<Step> AllFrom(std::span<const double> values, double chance);
  static constexpr double kHeldChance = 0.05;

 private:
  [[nodiscard]] const std::vector<double>& ByChance(size_t count);
  [[nodiscard]] std::vector<Step> Divide(std::span<const double> values, double chance);

  std::map<size_t, std::vector<double>> by_chance_;  // by number of values, ascending
};

}  // namespace ringscope
