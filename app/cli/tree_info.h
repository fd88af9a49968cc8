#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.h"
#include "cct/tree/cct.h"

namespace ringscope {

// ", sum of 3 runs" of a metric that adds up several executions, of a comparison ", sum of 3 runs a side";
// else empty. What compares shows means instead.
[[nodiscard]] std::string SumOfRunsText(const CctPtr& tree, MetricIndex metric);

// The tree of a file: sizes, metrics, and everything that was not read; for people in a few lines.
[[nodiscard]] Report TreeInfo(const std::filesystem::path& file, const CctPtr& tree);

// A line, two blanks in, for each thing that the import left out or read in part; `title` above these lines,
// where there are any. Fields with counts and places by reason: "skipped" to "notes".
void AddImportReport(const Cct& tree, Report& report, std::string_view title = {});

// Takes out the attributes that all of several executions have alike, which are said once: "commit=1a2b3c,
// host=a"; empty where there are none, or one execution alone.
[[nodiscard]] std::string TakeCommonDetails(std::vector<Execution>& executions);

// "before: a.folded, 2026-01-02 03:04 UTC, commit=5f1c9e2", as much of it as is known; `role` stands for what
// is in no comparison.
[[nodiscard]] std::string ExecutionText(const Execution& execution, std::string_view role = "execution");
// The same for JSON: "name", "time", "attributes"; where sides are told, "side" first.
[[nodiscard]] ReportValue::Object ExecutionValue(const Execution& execution, bool has_side = false);

// The field "metrics", with what the contexts of a run cost in each.
void AddMetrics(const Cct& tree, ContextRange roots, Report& report);

// The names on the way to a context, outermost first; none for kNoContext.
[[nodiscard]] ReportValue::Array PathValue(const Cct& tree, ContextId context);

// What the outside calls nodes, layers and frames: the synthetic root and its unnamed frame do not count.
struct TreeSizes {
  uint64_t nodes = 0;
  uint64_t layers = 0;
  uint64_t frames = 0;
};
[[nodiscard]] TreeSizes SizesOf(const Cct& tree);

}  // namespace ringscope
