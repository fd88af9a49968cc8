#include "cct/compare/noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ringscope {
namespace {

constexpr size_t kMaxExact = 20;

// Twice the rank of each value, ties in the middle of their ranks, so that it is whole.
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

// Of all ways to choose `count` of the ranks: the share of those whose sum is as far from the mean as `sum`.
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
  // Times the number of ranks, so that the mean is whole.
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
  return std::erfc(std::abs(static_cast<double>(sum) - a * mean) / spread / std::sqrt(2.0));
}

bool RangesOverlap(std::span<const double> a, std::span<const double> b) {
  const auto [a_least, a_most] = std::minmax_element(a.begin(), a.end());
  const auto [b_least, b_most] = std::minmax_element(b.begin(), b.end());
  return *a_least <= *b_most && *b_least <= *a_most;
}

}  // namespace

double MannWhitneyProbability(std::span<const double> before, std::span<const double> after) {
  std::vector<double> all(before.begin(), before.end());
  all.insert(all.end(), after.begin(), after.end());
  const std::vector<uint32_t> ranks = DoubledRanks(all);
  const uint64_t sum =
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(before.size()), uint64_t{0});
  return all.size() <= kMaxExact ? ExactProbability(ranks, before.size(), sum)
                                 : NormalProbability(ranks, before.size(), sum);
}

bool IsWithinNoise(const TreeComparison& comparison, const ComparedMetric& metric,
                   const ComparedValues& values) {
  const auto total = [&](Side side) {
    return comparison.by_share ? static_cast<double>(comparison.Total(metric, side)) : 1.0;
  };
  const double total_before = total(Side::kBefore), total_after = total(Side::kAfter);
  // Of an empty side all shares are 0.
  const double a = total_before > 0 ? static_cast<double>(values.before) / total_before : 0;
  const double b = total_after > 0 ? static_cast<double>(values.after) / total_after : 0;
  switch (metric.noise) {
    case NoiseKind::kNone:
    case NoiseKind::kUnknown:
      return comparison.by_share ? a == b : values.before == values.after;
    case NoiseKind::kSamples: {
      const double one_before = total_before > 0 ? metric.sample_value[0] / total_before : 0;
      const double one_after = total_after > 0 ? metric.sample_value[1] / total_after : 0;
      return std::abs(a - b) <= 2 * std::sqrt(a * one_before + b * one_after);
    }
    case NoiseKind::kRuns: {
      std::vector<double> run(values.run);
      for (size_t e = 0; comparison.by_share && e < run.size(); ++e) {
        const uint64_t its_total = comparison.tree->Total(metric.run[e]);
        run[e] = its_total > 0 ? run[e] / static_cast<double>(its_total) : 0;
      }
      const size_t count = comparison.RunsOf(Side::kBefore);
      const std::span<const double> before = std::span(run).first(count),
                                    after = std::span(run).subspan(count);
      if (std::min(before.size(), after.size()) < kRunsForTest) return RangesOverlap(before, after);
      return MannWhitneyProbability(before, after) >= kSignificance;
    }
  }
  return false;
}

}  // namespace ringscope
