#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cct/base/result.h"
#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// How the metrics of executions become the columns of a comparison. Those that are added up lie in the order
// of the tree's, from which only the change columns are missing.
struct ColumnPlan {
  std::vector<ComparedMetric> metrics;
  std::vector<Metric> columns;                     // of the tree
  size_t added_columns = 0;
  std::vector<std::vector<ColumnTarget>> targets;  // per execution
  std::vector<std::string> notes;
};

// `trees` belong to `executions`, those before come first. Errors: kNotFound, kInvalidArgument, kOverflow, as
// CompareTrees() says. The totals of all columns but the change are below 2^63.
[[nodiscard]] Result<ColumnPlan> PlanColumns(std::span<const CctPtr> trees,
                                             std::span<const Execution> executions,
                                             const CompareOptions& options);

}  // namespace ringscope
