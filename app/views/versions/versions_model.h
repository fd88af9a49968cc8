#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "app/views/versions/versions.h"
#include "cct/compare/answers/function_series.h"
#include "cct/tree/execution.h"
#include "cct/tree/metric.h"

namespace ringscope::versions {

// What has one place on the axis of versions: the executions of one commit, or one of which no commit is
// known.
struct Version {
  std::string name;                // the execution's; of several the beginning of the commit's
  std::string details;             // "commit 1a2b3c, benchmark parse, 2024-05-01": what all of them say
  std::vector<size_t> executions;  // ascending
  friend bool operator==(const Version&, const Version&) = default;
};

// In the order of their first executions. O(n log n).
[[nodiscard]] std::vector<Version> VersionsOf(std::span<const Execution> executions);

// What executions have as an attribute, ascending: "benchmark"; "" of those that have none. In the order of
// their first executions. O(n log n).
struct ExecutionGroup {
  std::string name;
  std::vector<size_t> executions;
};
[[nodiscard]] std::vector<ExecutionGroup> BenchmarksOf(std::span<const Execution> executions);

// The version of an execution, and its number.
[[nodiscard]] size_t VersionOf(std::span<const Version> versions, size_t execution);

// All executions, version by version: as they are drawn from left to right.
[[nodiscard]] std::vector<size_t> DrawnOrder(std::span<const Version> versions);

// A line over the versions.
struct PlotLine {
  enum class Of : uint8_t { kWhole, kContext, kFunction, kBenchmark };
  Of of = Of::kWhole;
  std::string name;
  std::optional<FrameId> function;          // what a click chooses
  std::vector<double> values;               // by execution: raw values, or shares
  std::vector<size_t> executions;           // that it is of, ascending; empty: all of them
  std::vector<double> median, least, most;  // by version; 0 where it has no runs
  std::vector<size_t> runs;                 // by version
  std::vector<CostStep> steps;
  [[nodiscard]] bool Has(size_t execution) const {
    return executions.empty() || std::binary_search(executions.begin(), executions.end(), execution);
  }
  friend bool operator==(const PlotLine&, const PlotLine&) = default;
};

// What a plot shows. Lines of the whole and of a context lie in an upper part, whose scale is theirs.
struct PlotModel {
  std::string title;    // of the profile
  std::string about;    // what the lines are
  std::string missing;  // in place of a plot: why there is none, and how there would be one
  Metric metric;
  bool by_share = false, from_zero = true;
  bool is_apart = false;  // a plot a line
  std::vector<Version> versions;
  std::vector<PlotLine> lines;  // those of the upper part first
  std::optional<size_t> cursor, chosen, before;
  friend bool operator==(const PlotModel&, const PlotModel&) = default;
};

// So many functions that vary most have lines.
inline constexpr size_t kMostLines = 7;

// What is plotted of a series.
struct PlotSubject {
  bool by_share = false, from_zero = true;
  std::optional<FrameId> function;  // this one in place of those that vary most
  ContextId context = kNoContext;   // beside the whole
  // A plot a line: of several benchmarks each has one, of the whole or the function.
  bool is_apart = false;
};
// O(lines * executions).
[[nodiscard]] PlotModel PlotModelOf(const FoundSeries& found, const PlotSubject& subject);

// What a view shows.
[[nodiscard]] PlotModel BuildPlotModel(const AppState& state, const ViewState& view);

// A value, or a difference with its sign.
[[nodiscard]] std::string PlotValueText(const PlotModel& model, double value);
// "+1.20 ms, +4.5 %"; empty where there is none.
[[nodiscard]] std::string PlotDifferenceText(const PlotModel& model, double before, double after);
// "+4.5 %", of what was not 0 before.
[[nodiscard]] std::string GrowthText(double before, double after);

// What is said of one execution.
struct Readout {
  struct Row {
    size_t line = 0;
    std::string name, value, difference;  // to the median of the version before
    std::string step;                     // what a step between both is: "step: 1.2 ms to 1.5 ms, +25 %"
  };
  std::string title, about;
  std::vector<Row> rows;
};
[[nodiscard]] Readout ReadoutOf(const PlotModel& model, size_t execution);

// What the side panel says of comparing.
struct ComparedVersions {
  std::string before, after;  // names; both empty: nothing was chosen
  bool possible = false;
};
[[nodiscard]] ComparedVersions ComparedOf(const PlotModel& model);

}  // namespace ringscope::versions
