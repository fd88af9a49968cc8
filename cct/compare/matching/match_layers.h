#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/matching/wrapper_search.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/building/level_order.h"

namespace ringscope {

// The contexts of a comparison in level order, with the columns that are added up, and their kinds.
struct MatchedContexts {
  LevelOrderColumns tree;
  std::vector<ContextKind> kinds;
};

// Goes through all executions layer by layer: a context of the comparison knows the contexts that it is made
// of, and those of the other side that pass through it on their way to their place below. So nothing is
// searched for but wrappers, and lists exist for two layers at a time. `frames` are those of keys. `targets`:
// by tree, into `column_count` columns, of which the first has the order of siblings: that of the trees of
// the side before. `points`: of the trees in their order. All trees of one side are one series, whose kinds say
// nothing. Errors: kLimit, kCancelled.
[[nodiscard]] Result<MatchedContexts> MatchLayers(const std::vector<ComparedTree>& trees,
                                                  std::span<const std::vector<ColumnTarget>> targets,
                                                  size_t column_count, OwnedFrames frames, PointUnion points,
                                                  Matching matching, const BuildLimits& limits,
                                                  JobControl* job);

}  // namespace ringscope
