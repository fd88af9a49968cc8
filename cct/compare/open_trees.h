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
  OwnedFrames frames;  // by key, with what executions know of them
  std::vector<RuleUse> rules;
  std::optional<std::string> program_note;  // that programs of several names count as one
};

// Checks each tree and gives its contexts their keys. Runs of one side of a comparison know of a function
// what any of them knows; executions without a side are the parts of a series, each of which knows it by
// itself. The first of the targets of a tree is what decides between wrappers. Borrows from `trees`. Errors:
// kMalformed (a damaged file, with its execution's name), kLimit (of names), kCancelled.
[[nodiscard]] Result<OpenedTrees> OpenTrees(std::span<const CctPtr> trees,
                                            std::span<const Execution> executions,
                                            std::span<const std::vector<ColumnTarget>> targets,
                                            const CompareOptions& options, JobControl* job);

// The points of these trees by execution, where all have points in common; else none.
[[nodiscard]] Result<PointUnion> OpenPoints(std::span<const CctPtr> trees);

// Errors: kLimit (more than kMaxExecutions).
[[nodiscard]] Result<void> CheckExecutionCount(size_t count);

// The report of a tree that holds these executions: their counts added up, `notes`, to which it is added if
// points were left out.
[[nodiscard]] ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                                        std::vector<Execution> executions, bool keeps_points,
                                        std::vector<std::string>& notes);

}  // namespace ringscope
