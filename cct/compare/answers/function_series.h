#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/series.h"
#include "cct/statistics/steps.h"

namespace ringscope {

// A place in the series at which the cost of a function, or the total, changes.
struct CostStep {
  size_t execution = 0;  // the first one behind the step
  // Medians of the values, or of shares of the totals, between this step and the previous and the next one.
  double before = 0, after = 0;
  double probability = 1;  // as Step::probability
  friend bool operator==(const CostStep&, const CostStep&) = default;
};

// `steps` are those of `values`, which are one an execution.
[[nodiscard]] std::vector<CostStep> CostSteps(std::span<const double> values, const std::vector<Step>& steps);

// The self cost of a function in each execution.
struct FunctionSeries {
  FrameId frame = 0;
  std::vector<uint64_t> self;  // by execution
  double spread = 0;           // largest less smallest value, or share of the totals
  std::vector<CostStep> steps;
};

// The changes over a series in one metric.
struct SeriesChanges {
  std::vector<FunctionSeries> functions;  // those that vary; largest spread first, then by name
  std::vector<CostStep> total_steps;      // of the totals; empty if by share
  std::vector<uint64_t> first_self;       // self values of the first execution, by frame
  uint64_t tested = 0;                    // how many functions, and the total, were searched for steps
};

// Steps are searched for in functions that cost at least this share of some execution.
inline constexpr double kLeastSteppingShare = 0.001;
// The share of chance that is accepted among functions with a step.
inline constexpr double kFalseSteps = 0.05;
// The largest probability of each further step of a function that has one.
inline constexpr double kFurtherStep = 0.01;

// `by_share`: looks at shares of the totals instead of values. O(contexts * executions), memory for a table
// of functions and executions. Errors: kCancelled.
[[nodiscard]] Result<SeriesChanges> BuildSeriesChanges(const Series& series, const SeriesMetric& metric,
                                                       bool by_share, JobControl* job = nullptr);

// `value` of an execution, as a share of its total if `by_share`.
[[nodiscard]] double SeriesValue(const Series& series, const SeriesMetric& metric, size_t execution,
                                 uint64_t value, bool by_share);

}  // namespace ringscope
