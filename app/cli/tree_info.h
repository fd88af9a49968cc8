#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.h"
#include "cct/tree/cct.h"

namespace ringscope {

// ", sum of 3 runs" for a metric that adds up several executions, ", sum of 3 runs a side" in a comparison;
// else empty. Commands that compare show means instead.
[[nodiscard]] std::string SumOfRunsText(const CctPtr& tree, MetricIndex metric);

// Describes the tree of a file: sizes, metrics, and everything that was not read; for people in a few lines.
[[nodiscard]] Report TreeInfo(const std::filesystem::path& file, const CctPtr& tree);

// Adds a line, two blanks in, for each thing that the import left out or read in part, with `title` above
// such lines. Adds fields with counts and places by reason: "skipped" to "notes".
void AddImportReport(const Cct& tree, Report& report, std::string_view title = {});

// Removes the attributes that several executions all share and returns them, to be printed once:
// "commit=1a2b3c, host=a". Empty if there are none, or fewer than two executions.
[[nodiscard]] std::string TakeCommonDetails(std::vector<Execution>& executions);

// "before: a.folded, 2026-01-02 03:04 UTC, commit=5f1c9e2", the known parts of it; `role` is the first word
// for an execution without a side.
[[nodiscard]] std::string ExecutionText(const Execution& execution, std::string_view role = "execution");
// An execution for JSON: "name", "time", "attributes"; with `has_side` its "side" first.
[[nodiscard]] ReportValue::Object ExecutionValue(const Execution& execution, bool has_side = false);

// Adds the field "metrics", with the costs of a run of contexts in each metric.
void AddMetrics(const Cct& tree, ContextRange roots, Report& report);

// The names on the call path of a context, outermost first; none for kNoContext.
[[nodiscard]] ReportValue::Array PathValue(const Cct& tree, ContextId context);

// The numbers of nodes, layers and frames that users see: without the synthetic root and its unnamed frame.
struct TreeSizes {
  uint64_t nodes = 0;
  uint64_t layers = 0;
  uint64_t frames = 0;
};
[[nodiscard]] TreeSizes SizesOf(const Cct& tree);

}  // namespace ringscope
