#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/matching/match_layers.h"
#include "cct/compare/tree_comparison.h"
#include "cct/merge/point_union.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

namespace ringscope {

// Executions as the matcher reads them.
struct OpenedTrees {
  std::vector<ComparedTree> trees;
  OwnedFrames frames;  // by key, with the facts of all executions
  std::vector<RuleUse> rules;
  std::optional<std::string> program_note;  // a sentence if programs of several names count as one
};

// Checks each tree and finds the keys of its frames. The runs of one side of a comparison share what they
// know of a function; executions without a side are parts of a series, each for itself. The first target of a
// tree is the metric that decides between wrappers. Borrows from `trees`. Errors: kMalformed (a damaged file,
// with its execution's name), kLimit (of names), kCancelled.
[[nodiscard]] Result<OpenedTrees> OpenTrees(std::span<const CctPtr> trees,
                                            std::span<const Execution> executions,
                                            std::span<const std::vector<ColumnTarget>> targets,
                                            const CompareOptions& options, JobControl* job);

// The points of these trees by execution if all have the same fields of points; else none.
[[nodiscard]] Result<PointUnion> OpenPoints(std::span<const CctPtr> trees);

// Errors: kLimit (more than kMaxExecutions).
[[nodiscard]] Result<void> CheckExecutionCount(size_t count);

// The report of a tree that holds these executions, with the sums of their counts. Adds to `notes` if points
// were left out or types are joined, and copies them.
[[nodiscard]] ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                                        std::vector<Execution> executions, bool keeps_points,
                                        std::vector<std::string>& notes);

}  // namespace ringscope
