#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/matching/wrapper_search.h"
#include "cct/compare/tree_comparison.h"
#include "cct/merge/point_union.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/level_order.h"
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

// The frames of keys with what the executions know of them. Classes are what the last execution knows of
// them. In a comparison each side has its own values, joined over its runs, with names that end with
// "@before" and "@after"; a function whose code both sides know has a code where it is the same, or
// kSeveralCodes, and so it is known whether its source changed. In a series, values and code are joined over
// all executions. O(frames of all trees). Errors: kLimit (of names and values).
[[nodiscard]] Result<OwnedFrames> TakeWithFacts(FrameInterner keys, std::span<const ComparedTree> trees,
                                                std::span<const Execution> executions);

// Errors: kLimit (more than kMaxExecutions).
[[nodiscard]] Result<void> CheckExecutionCount(size_t count);

// The report of a tree that holds these executions: their counts added up, `notes`, to which it is added if points were
// left out.
[[nodiscard]] ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                                        std::vector<Execution> executions, bool keeps_points,
                                        std::vector<std::string>& notes);

}  // namespace ringscope
