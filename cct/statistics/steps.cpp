#include "cct/statistics/steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "cct/statistics/outliers.h"
#include "cct/statistics/rank_test.h"

namespace ringscope {
namespace {

// Random numbers to draw for one number of values, and the bounds of the permutations that these make.
constexpr size_t kDraws = 4'000'000;
constexpr size_t kLeastPermutations = 20'000, kMostPermutations = 100'000;

struct Place {
  size_t at = 0;
  double distance = 0;  // of the rank sum from its mean: the square of its standard deviations
};

// `ranks` are doubled.
Place FarthestPlace(std::span<const uint32_t> ranks) {
  const auto n = static_cast<double>(ranks.size());
  // The variance of a doubled rank when no two values are equal.
  const double variance = (n * n - 1) / 3;
  Place farthest;
  uint64_t sum = 0;
  for (size_t at = 1; at + StepFinder::kLeastRun <= ranks.size(); ++at) {
    sum += ranks[at - 1];
    if (at < StepFinder::kLeastRun) continue;
    const auto t = static_cast<double>(at);
    const double from_mean = static_cast<double>(sum) - t * (n + 1);
    const double distance = from_mean * from_mean / (t * (n - t) / (n - 1) * variance);
    if (distance > farthest.distance) farthest = {at, distance};
  }
  return farthest;
}

double DeviationOf(std::span<const double> values) {
  const double median = MedianOf(values);
  double sum = 0;
  for (const double value : values) sum += std::abs(value - median);
  return sum;
}

// The place that splits values so that both parts deviate least from their medians; the first of equals.
size_t NearestMedians(std::span<const double> values) {
  size_t best = StepFinder::kLeastRun;
  double least = std::numeric_limits<double>::infinity();
  for (size_t at = best; at + StepFinder::kLeastRun <= values.size(); ++at) {
    const double deviation = DeviationOf(values.first(at)) + DeviationOf(values.subspan(at));
    if (deviation >= least) continue;
    least = deviation;
    best = at;
  }
  return best;
}

}  // namespace

const std::vector<double>& StepFinder::ByChance(size_t count) {
  std::vector<double>& distances = by_chance_[count];
  if (!distances.empty()) return distances;
  std::vector<uint32_t> ranks(count);
  for (size_t k = 0; k < count; ++k) ranks[k] = static_cast<uint32_t>(2 * (k + 1));
  std::mt19937_64 bits(count);
  distances.resize(std::clamp(kDraws / count, kLeastPermutations, kMostPermutations));
  for (double& distance : distances) {
    // std::shuffle would give another order with each standard library.
    for (size_t k = count; k > 1; --k) std::swap(ranks[k - 1], ranks[bits() % k]);
    distance = FarthestPlace(ranks).distance;
  }
  std::ranges::sort(distances);
  return distances;
}

Step StepFinder::Clearest(std::span<const double> values) {
  if (values.size() < 2 * kLeastRun) return {};
  const Place farthest = FarthestPlace(DoubledRanks(values));
  if (farthest.at == 0) return {};
  const std::vector<double>& by_chance = ByChance(values.size());
  const auto as_far = by_chance.end() - std::ranges::lower_bound(by_chance, farthest.distance);
  return {farthest.at, static_cast<double>(as_far + 1) / static_cast<double>(by_chance.size() + 1)};
}

std::vector<Step> StepFinder::Divide(std::span<const double> values, double chance) {
  std::vector<Step> steps;
  std::vector<std::pair<size_t, size_t>> parts{{0, values.size()}};
  while (!parts.empty()) {
    const auto [begin, end] = parts.back();
    parts.pop_back();
    Step step = Clearest(values.subspan(begin, end - begin));
    const bool is_whole = end - begin == values.size();
    if (step.at == 0 || (!is_whole && step.probability > chance)) continue;
    step.at += begin;
    steps.push_back(step);
    parts.emplace_back(begin, step.at);
    parts.emplace_back(step.at, end);
  }
  std::ranges::sort(steps, {}, &Step::at);
  return steps;
}

std::vector<Step> StepFinder::AllFrom(std::span<const double> values, double chance) {
  std::vector<Step> steps = Divide(values, chance);
  for (;;) {
    for (size_t k = 0; k < steps.size(); ++k) {
      const size_t begin = k == 0 ? 0 : steps[k - 1].at;
      const size_t end = k + 1 == steps.size() ? values.size() : steps[k + 1].at;
      const std::span<const double> part = values.subspan(begin, end - begin);
      // The neighbours have moved, too, and may leave too few values between them.
      if (part.size() >= 2 * kLeastRun)
        steps[k] = {begin + NearestMedians(part), Clearest(part).probability};
      else
        steps[k].probability = 1;
    }
    const auto weakest = std::ranges::max_element(steps, {}, &Step::probability);
    if (steps.size() < 2 || weakest->probability <= kHeldChance) return steps;
    steps.erase(weakest);
  }
}

}  // namespace ringscope
