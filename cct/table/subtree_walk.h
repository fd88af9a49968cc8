#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/cct.h"

namespace ringscope {

// Depth-first over the subtrees of `roots` (a run within one layer), with an explicit stack. The visitor has
//   void Enter(ContextId context, ContextRange children);  before a context's children; every context
//   void Leave();                                          behind them; once for each Enter
// Errors: kCancelled; kMalformed where more contexts are met than the tree has, so that every walk ends after
// O(contexts).
template <typename Visitor>
[[nodiscard]] Result<void> WalkSubtrees(const Cct& tree, ContextRange roots, Visitor& visitor,
                                        JobControl* job) {
  constexpr uint32_t kContextsBetweenPolls = 1u << 16;
  std::vector<ContextRange> remaining{roots};
  uint64_t visited = 0;
  while (true) {
    if (remaining.back().empty()) {
      remaining.pop_back();
      if (remaining.empty()) break;
      visitor.Leave();
      continue;
    }
    const ContextId context = remaining.back().begin++;
    const ContextRange children = tree.ChildrenOf(context);
    visitor.Enter(context, children);
    remaining.push_back(children);
    if (++visited % kContextsBetweenPolls == 0) {
      if (visited > tree.context_count()) return Fail(ErrorCode::kMalformed, "contexts have several callers");
      if (job != nullptr) {
        job->done_units.fetch_add(kContextsBetweenPolls, std::memory_order_relaxed);
        if (job->cancelled()) return Fail(ErrorCode::kCancelled, "adding up the table was cancelled");
      }
    }
  }
  if (job != nullptr) job->done_units.fetch_add(visited % kContextsBetweenPolls, std::memory_order_relaxed);
  return {};
}

}  // namespace ringscope
