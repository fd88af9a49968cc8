#include "cct/compare/answers/noise.h"

#include <algorithm>
#include <cmath>

#include "cct/statistics/rank_test.h"

namespace ringscope {
namespace {

bool RangesOverlap(std::span<const double> a, std::span<const double> b) {
  const auto [a_least, a_most] = std::minmax_element(a.begin(), a.end());
  const auto [b_least, b_most] = std::minmax_element(b.begin(), b.end());
  return *a_least <= *b_most && *b_least <= *a_most;
}

// Standard deviations of a difference whose standard deviation is 0.
constexpr double kBeyondChance = 1e6;

struct Shares {
  double before = 0, after = 0;          // shares of the totals, or values
  double one_before = 0, one_after = 0;  // of one sample
};

// Shares of the totals if the comparison is by share, else values.
Shares SharesOf(const TreeComparison& comparison, const ComparedMetric& metric,
                const ComparedValues& values) {
  const auto total = [&](Side side) {
    return comparison.by_share ? static_cast<double>(comparison.Total(metric, side)) : 1.0;
  };
  const double total_before = total(Side::kBefore), total_after = total(Side::kAfter);
  // All shares of an empty side are 0.
  const auto share = [](double value, double whole) { return whole > 0 ? value / whole : 0; };
  return {share(static_cast<double>(values.before), total_before),
          share(static_cast<double>(values.after), total_after), share(metric.sample_value[0], total_before),
          share(metric.sample_value[1], total_after)};
}

}  // namespace

bool RunsOfSides::has_test() const { return std::min(before().size(), after().size()) >= kRunsForTest; }

RunsOfSides RunsOf(const TreeComparison& comparison, const ComparedMetric& metric,
                   const ComparedValues& values) {
  RunsOfSides runs{values.run, comparison.RunsOf(Side::kBefore)};
  for (size_t e = 0; comparison.by_share && e < runs.all.size(); ++e) {
    const uint64_t its_total = comparison.tree->Total(metric.run[e]);
    runs.all[e] = its_total > 0 ? runs.all[e] / static_cast<double>(its_total) : 0;
  }
  return runs;
}

double SampleDeviations(const TreeComparison& comparison, const ComparedMetric& metric,
                        const ComparedValues& values) {
  const Shares shares = SharesOf(comparison, metric, values);
  const double deviation = std::sqrt(shares.before * shares.one_before + shares.after * shares.one_after);
  const double difference = shares.after - shares.before;
  if (deviation > 0) return difference / deviation;
  return difference == 0 ? 0 : std::copysign(kBeyondChance, difference);
}

bool AreRunsWithinNoise(std::span<const double> before, std::span<const double> after) {
  if (std::min(before.size(), after.size()) < kRunsForTest) return RangesOverlap(before, after);
  return MannWhitneyProbability(before, after) >= kSignificance;
}

bool IsWithinNoise(const TreeComparison& comparison, const ComparedMetric& metric,
                   const ComparedValues& values) {
  switch (metric.noise) {
    case NoiseKind::kNone:
    case NoiseKind::kUnknown: {
      const Shares shares = SharesOf(comparison, metric, values);
      return comparison.by_share ? shares.before == shares.after : values.before == values.after;
    }
    case NoiseKind::kSamples:
      return std::abs(SampleDeviations(comparison, metric, values)) <= 2;
    case NoiseKind::kRuns: {
      const RunsOfSides runs = RunsOf(comparison, metric, values);
      return AreRunsWithinNoise(runs.before(), runs.after());
    }
  }
  return false;
}

}  // namespace ringscope
