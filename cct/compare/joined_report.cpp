#include "cct/compare/joined_report.h"

#include <fmt/format.h>

#include <utility>

#include "cct/compare/tree_comparison.h"

namespace ringscope {
namespace {

constexpr std::string_view kPointsLeftOut =
    "The points of cost by input size were left out: not all profiles have them, with the same fields.";

}  // namespace

Result<void> CheckExecutionCount(size_t count) {
  if (count <= kMaxExecutions) return {};
  return Fail(ErrorCode::kLimit,
              fmt::format("expected at most {} profiles to compare, found {}", kMaxExecutions, count));
}

ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                          std::vector<Execution> executions, bool keeps_points,
                          std::vector<std::string>& notes) {
  ImportReport report;
  report.format = format;
  report.executions = std::move(executions);
  bool has_points = false;
  for (const CctPtr& tree : trees) {
    report.record_count += tree->report().record_count;
    report.input_bytes += tree->report().input_bytes;
    report.truncated_stack_count += tree->report().truncated_stack_count;
    has_points |= tree->point_count() > 0;
  }
  if (has_points && !keeps_points) notes.emplace_back(kPointsLeftOut);
  report.notes = notes;
  return report;
}

}  // namespace ringscope
