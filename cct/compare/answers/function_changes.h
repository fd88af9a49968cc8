#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/compare/answers/noise.h"
#include "cct/compare/tree_comparison.h"
#include "cct/statistics/rank_test.h"

namespace ringscope {

// A difference of cost as the sum of two: the cost of more or fewer calls at the old cost a call, and the
// change of the cost a call at the new number of calls. In the metric's values.
struct CostSplit {
  double more_calls = 0;
  double cost_a_call = 0;
};
// Splits the difference of self cost of one context or function. If it was not called before, all of its cost
// comes from more calls.
[[nodiscard]] CostSplit SplitCost(uint64_t cost_before, uint64_t cost_after, uint64_t calls_before,
                                  uint64_t calls_after);

// Statistics of the runs of both sides, from kRunsForTest runs a side on: of their values, or of shares of
// the totals if the comparison is by share.
struct RunStatistics {
  double median_before = 0, median_after = 0;
  Shift shift;
};

// The least number of runs a side with which functions are tested together.
inline constexpr size_t kRunsForModeratedTest = 2;

// The least number of functions among which one can stand out.
inline constexpr size_t kFunctionsForOutliers = 10;
// The share of chance that is accepted among functions that stand out between several runs.
inline constexpr double kFalseDiscoveries = 0.05;

// The self cost of a function on both sides.
struct FunctionChange {
  FrameId frame = 0;
  ComparedValues self;
  std::optional<CostSplit> split;  // summed over its contexts; std::nullopt if calls are not known
  bool is_within_noise = false;
  bool shares_name = false;           // another function that changed has the same name
  std::optional<RunStatistics> runs;  // from kRunsForTest runs a side on
  // Probability of runs this far apart by chance, from kRunsForModeratedTest runs a side on. All functions
  // together tell how much runs vary (ModeratedProbabilities).
  std::optional<double> probability;
  // How far the difference lies from those of the other functions (ModifiedZScores), for numbers of samples
  // after division by their standard deviation. Only without several runs, and with enough functions.
  std::optional<double> score;
  // Whether it stands out among all functions. With several runs by `probability` at a rate of false
  // discoveries of kFalseDiscoveries (it is then not within noise); else by a score beyond kOutlierScore, if
  // not within noise. std::nullopt if neither can be told, as when the noise is not known.
  std::optional<bool> stands_out;
};

// The functions whose self values differ in a metric, largest difference first (of shares if the comparison
// is by share), then by name. O(contexts + functions log functions). Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionChange>> BuildFunctionChanges(const TreeComparison& comparison,
                                                                       const ComparedMetric& metric,
                                                                       JobControl* job = nullptr);

// after - before as shares of the totals; shares of an empty side are 0.
[[nodiscard]] double ShareDifference(const TreeComparison& comparison, const ComparedMetric& metric,
                                     uint64_t before, uint64_t after);

// The values of one context on both sides: inclusive, or self.
[[nodiscard]] ComparedValues ValuesOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                      ContextId context, bool is_self);

}  // namespace ringscope
