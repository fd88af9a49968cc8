#pragma once

#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Visits all contexts but the synthetic root, callers before callees, with an explicit stack: enter(context)
// gives a Result<void>, leave(context) comes behind the callees. Reports progress and polls for cancellation.
// Errors: those of enter, kCancelled, kMalformed where contexts are listed twice.
template <typename Enter, typename Leave>
[[nodiscard]] Result<void> WalkDepthFirst(const Cct& tree, JobControl* job, Enter enter, Leave leave) {
  constexpr uint32_t kContextsBetweenPolls = 1u << 14;
  std::vector<ContextRange> rest{tree.ChildrenOf(kRootContext)};
  uint64_t visited = 0;
  while (true) {
    if (rest.back().empty()) {
      rest.pop_back();
      if (rest.empty()) break;
      leave(rest.back().begin - 1);
      continue;
    }
    const ContextId context = rest.back().begin++;
    RINGSCOPE_TRY(enter(context));
    rest.push_back(tree.ChildrenOf(context));
    if (++visited % kContextsBetweenPolls == 0) {
      if (visited > tree.context_count())
        return Fail(ErrorCode::kMalformed, "the tree lists a context below several callers");
      if (job != nullptr) job->done_units += kContextsBetweenPolls;
      if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "the export was cancelled");
    }
  }
  if (job != nullptr) job->done_units += visited % kContextsBetweenPolls;
  return {};
}

// Whether a context has cost of its own, in any metric.
[[nodiscard]] inline bool HasOwnCost(const Cct& tree, ContextId context) {
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (tree.Self(context, m) != 0) return true;
  }
  return false;
}

// The sum of the depths of all contexts, 1 for those directly below the synthetic root: how many names there
// are in all stacks. O(layers).
[[nodiscard]] inline uint64_t SumOfDepths(const Cct& tree) {
  uint64_t sum = 0;
  for (uint32_t layer = 1; layer < tree.layer_count(); ++layer)
    sum += uint64_t{tree.Layer(layer).size()} * layer;
  return sum;
}

}  // namespace ringscope
