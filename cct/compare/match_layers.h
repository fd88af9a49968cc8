#pragma once

#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/column_plan.h"
#include "cct/compare/tree_comparison.h"
#include "cct/compare/wrapper_search.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// The contexts of a comparison in level order, with the columns that are added up, and their kinds.
struct MatchedContexts {
  LevelOrderColumns tree;
  std::vector<ContextKind> kinds;
};

// Goes through all executions layer by layer: a context of the comparison knows the contexts that it is made
// of, and those of the other side that pass through it on their way to their place below. So nothing is
// searched for but wrappers, and lists exist for two layers at a time. `frames` are those of keys. `trees`:
// in the order of the plan's executions, as are those of `points`. Errors: kLimit, kCancelled.
[[nodiscard]] Result<MatchedContexts> MatchLayers(const std::vector<ComparedTree>& trees,
                                                  const ColumnPlan& plan, OwnedFrames frames,
                                                  PointUnion points, Matching matching,
                                                  const BuildLimits& limits, JobControl* job);

}  // namespace ringscope
