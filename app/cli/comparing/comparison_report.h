#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/report/report.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/compare/matching/renames.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// All that `compare` tells, in the first metric of the comparison.
struct ComparisonReport {
  const TreeComparison& comparison;
  bool looks_swapped = false;  // each execution after is older than each before
  Explanation explanation;
  std::vector<FunctionChange> functions;
  std::vector<ContextId> fresh, gone, wrappers;
  std::vector<RenameCandidate> renames;
};

// `limit`: rows of each list; nothing: the first ten as text, all as JSON.
[[nodiscard]] Report ComparisonLines(const ComparisonReport& found, std::optional<uint32_t> limit);
[[nodiscard]] Report ComparisonFields(const ComparisonReport& found, std::optional<uint32_t> limit);

}  // namespace ringscope
