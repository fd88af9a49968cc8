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
// Of one context or function, whose own costs and numbers of calls these are. All of what was not called
// before comes of more calls.
[[nodiscard]] CostSplit SplitCost(uint64_t cost_before, uint64_t cost_after, uint64_t calls_before,
                                  uint64_t calls_after);

// What several runs a side say, from kRunsForTest on: of their values, or shares where the comparison is by
// share.
struct RunStatistics {
  double median_before = 0, median_after = 0;
  Shift shift;
};

// From how many runs a side on functions are tested together.
inline constexpr size_t kRunsForModeratedTest = 2;

// From how many functions on a single one can stand out among them.
inline constexpr size_t kFunctionsForOutliers = 10;
// How many of those that stand out between several runs may be chance.
inline constexpr double kFalseDiscoveries = 0.05;

// What a function costs itself, on both sides.
struct FunctionChange {
  FrameId frame = 0;
  ComparedValues self;
  std::optional<CostSplit> split;  // where calls are known: summed over its contexts
  bool is_within_noise = false;
  std::optional<RunStatistics> runs;  // where there are enough
  // Of runs as far apart by chance, as all functions tell how much runs vary (ModeratedProbabilities): from
  // kRunsForModeratedTest on.
  std::optional<double> probability;
  // How far the difference lies from those of the other functions (ModifiedZScores): of samples in the
  // standard deviations that chance gives them. Without several runs on both sides, and where there are
  // enough functions.
  std::optional<double> score;
  // Among all functions: of several runs by `probability`, where the rate of false discoveries is held; what
  // stands out is never within noise. Without several runs beyond kOutlierScore and beyond noise. Nothing
  // where neither can be said, as where the noise is not known.
  std::optional<bool> stands_out;
};

// The functions whose self values differ in a metric, by the size of the difference (by share where the
// comparison is), then by name. O(contexts + functions log functions). Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionChange>> BuildFunctionChanges(const TreeComparison& comparison,
                                                                       const ComparedMetric& metric,
                                                                       JobControl* job = nullptr);

// after - before as shares of the totals; shares of an empty side are 0.
[[nodiscard]] double ShareDifference(const TreeComparison& comparison, const ComparedMetric& metric,
                                     uint64_t before, uint64_t after);

// The same of one context: its inclusive values, or its own.
[[nodiscard]] ComparedValues ValuesOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                      ContextId context, bool is_self);

}  // namespace ringscope
