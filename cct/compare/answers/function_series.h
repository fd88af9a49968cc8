#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/series.h"
#include "cct/statistics/steps.h"

namespace ringscope {

// Where a function, or the whole, began to cost something else, and what it costs on both sides of that: the
// medians up to the steps next to it. Of the metric's values, or shares of the totals.
struct CostStep {
  size_t execution = 0;  // the first one behind the step
  double before = 0, after = 0;
  double probability = 1;  // as of Step
  friend bool operator==(const CostStep&, const CostStep&) = default;
};

// The steps of values, by the places of executions among them.
[[nodiscard]] std::vector<CostStep> CostSteps(std::span<const double> values, const std::vector<Step>& steps);

// What a function costs itself in each execution.
struct FunctionSeries {
  FrameId frame = 0;
  std::vector<uint64_t> self;  // by execution
  double spread = 0;           // from the least to the most: of values, or of shares of the totals
  std::vector<CostStep> steps;
};

// What varies over a series, in one metric.
struct SeriesChanges {
  std::vector<FunctionSeries> functions;  // those that vary, by spread, then by name
  std::vector<CostStep> total_steps;      // of the totals; none by share
  std::vector<uint64_t> first_self;       // of the first execution, by frame
  uint64_t tested = 0;                    // how many functions, with the whole, were looked at for steps
};

// Steps are looked for in functions that cost at least this share of some execution, ...
inline constexpr double kLeastSteppingShare = 0.001;
// ... of all that are found in the table at most this share is chance ...
inline constexpr double kFalseSteps = 0.05;
// ... and where there is one, each further one is chance at most so often.
inline constexpr double kFurtherStep = 0.01;

// `by_share`: shares of the totals vary, not values. O(contexts * executions) and memory for a table of
// functions and executions. Errors: kCancelled.
[[nodiscard]] Result<SeriesChanges> BuildSeriesChanges(const Series& series, const SeriesMetric& metric,
                                                       bool by_share, JobControl* job = nullptr);

// Of one execution, as a share of its total where `by_share`.
[[nodiscard]] double SeriesValue(const Series& series, const SeriesMetric& metric, size_t execution,
                                 uint64_t value, bool by_share);

}  // namespace ringscope
