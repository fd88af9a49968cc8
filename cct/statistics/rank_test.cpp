#include "cct/statistics/rank_test.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "cct/statistics/outliers.h"

namespace ringscope {
namespace {

constexpr size_t kMaxExact = 20;
constexpr double kOutside = 0.05;  // probability of a shift outside its interval
constexpr double kNormalOutside = 1.959964;

// The share of the ways to choose `count` ranks whose sum is at least as far from the mean as `sum`.
double ExactProbability(const std::vector<uint32_t>& ranks, size_t count, uint64_t sum) {
  const uint64_t all = std::accumulate(ranks.begin(), ranks.end(), uint64_t{0});
  // ways[c][s]: how many choices of c ranks have the sum s.
  std::vector<std::vector<double>> ways(count + 1, std::vector<double>(all + 1, 0));
  ways[0][0] = 1;
  for (const uint32_t rank : ranks) {
    for (size_t c = count; c-- > 0;) {
      for (uint64_t s = 0; s + rank <= all; ++s) ways[c + 1][s + rank] += ways[c][s];
    }
  }
  // All is multiplied by the number of ranks, so that the mean is an integer.
  const auto distance = [&](uint64_t s) {
    const uint64_t a = s * ranks.size(), b = all * count;
    return a < b ? b - a : a - b;
  };
  double as_far = 0, choices = 0;
  for (uint64_t s = 0; s <= all; ++s) {
    choices += ways[count][s];
    if (distance(s) >= distance(sum)) as_far += ways[count][s];
  }
  return as_far / choices;
}

double NormalProbability(const std::vector<uint32_t>& ranks, size_t count, uint64_t sum) {
  const auto n = static_cast<double>(ranks.size());
  const auto a = static_cast<double>(count);
  double mean = 0, variance = 0;
  for (const uint32_t rank : ranks) mean += rank;
  mean /= n;
  for (const uint32_t rank : ranks) variance += (rank - mean) * (rank - mean) / n;
  const double spread = std::sqrt(a * (n - a) / (n - 1) * variance);
  if (spread == 0) return 1;
  // Continuity correction: a sum stands for the values within half a rank of it, and ranks are doubled.
  const double distance = std::max(std::abs(static_cast<double>(sum) - a * mean) - 1, 0.0);
  return std::erfc(distance / spread / std::sqrt(2.0));
}

// The largest rank (from 1, counted from either end of the sorted differences of n and m values) at which the
// interval may end; 0: even the widest interval has too little confidence.
size_t IntervalRank(size_t n, size_t m) {
  // The number of pairs in which one side is larger has the distribution of a sum of ranks without ties.
  if (n + m > kMaxExact) {
    const auto a = static_cast<double>(n), b = static_cast<double>(m);
    const double beyond = a * b / 2 - kNormalOutside * std::sqrt(a * b * (a + b + 1) / 12);
    // Adds half a pair as the correction in NormalProbability() does: without ties the interval then excludes
    // 0 exactly if the test is significant.
    return beyond > 0.5 ? static_cast<size_t>(std::ceil(beyond - 0.5)) : 0;
  }
  const size_t pairs = n * m;
  // ways[k][u]: choices of k of the values so far with u larger ones of the other side before them.
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(pairs + 1, 0));
  ways[0][0] = 1;
  for (size_t value = 0; value < n + m; ++value) {
    for (size_t k = std::min(n, value + 1); k-- > 0;) {
      const size_t others = value - std::min(value, k);
      if (others > m) continue;
      for (size_t u = 0; u + others <= pairs; ++u) ways[k + 1][u + others] += ways[k][u];
    }
  }
  const double all = std::accumulate(ways[n].begin(), ways[n].end(), 0.0);
  double tail = 0;
  for (size_t u = 0; u <= pairs; ++u) {
    tail += ways[n][u] / all;
    if (tail > kOutside / 2) return u;
  }
  return 0;
}

}  // namespace

std::vector<uint32_t> DoubledRanks(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<uint32_t> ranks(values.size());
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (size_t k = begin; k < end; ++k) ranks[order[k]] = static_cast<uint32_t>(begin + 1 + end);
    begin = end;
  }
  return ranks;
}

double MannWhitneyProbability(std::span<const double> before, std::span<const double> after) {
  std::vector<double> all(before.begin(), before.end());
  all.insert(all.end(), after.begin(), after.end());
  const std::vector<uint32_t> ranks = DoubledRanks(all);
  const uint64_t sum =
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(before.size()), uint64_t{0});
  return all.size() <= kMaxExact ? ExactProbability(ranks, before.size(), sum)
                                 : NormalProbability(ranks, before.size(), sum);
}

Shift ShiftBetween(std::span<const double> before, std::span<const double> after) {
  std::vector<double> differences;
  differences.reserve(before.size() * after.size());
  for (const double a : before) {
    for (const double b : after) differences.push_back(b - a);
  }
  std::sort(differences.begin(), differences.end());
  const size_t rank = IntervalRank(before.size(), after.size());
  const size_t end = std::min(rank == 0 ? 0 : rank - 1, (differences.size() - 1) / 2);
  return {MedianOf(differences), differences[end], differences[differences.size() - 1 - end]};
}

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
