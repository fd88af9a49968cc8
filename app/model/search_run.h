#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/model/effect.h"
#include "app/model/search_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Searches on the calling (job) thread. `deliver` is called with the matching frames alone as soon as they
// are known, where the query depends on nothing else, so that segments light up without waiting for counts,
// and once more with everything counted; the last call has null when the search was cancelled.
void RunSearch(const effect::StartSearch& search, JobControl& job,
               const std::function<void(std::shared_ptr<const SearchOutcome>)>& deliver);

// The match that is `step.steps` matches after (before) `step.from`; `step.from` itself for 0 steps. Nothing
// where there is none below the view root, or when cancelled.
[[nodiscard]] std::optional<MatchPosition> RunStepMatch(const effect::StartStepMatch& step, JobControl& job);

// The contexts at and below a view root, as searches take them.
[[nodiscard]] ContextRange SearchRoots(const ViewRoot& root);

// Members of `matches` in the subtrees of `roots` up to and including `context`, in drawing order; nothing
// where `context` is none of them. O(layers + n / 64).
[[nodiscard]] std::optional<uint64_t> MatchNumber(const Cct& tree, const ContextSet& matches,
                                                  ContextRange roots, ContextId context);

// The contexts with a member among their descendants. One pass over the tree from its leaves, about 1 ns a
// context. Errors: kCancelled.
[[nodiscard]] Result<ContextSet> ContextsAbove(const Cct& tree, const ContextSet& members,
                                               JobControl* job = nullptr);

// Whether what a query selects changes with the metric of the view, and with the view root.
[[nodiscard]] bool DependsOnMetric(const Query& query);
[[nodiscard]] bool DependsOnViewRoot(const Query& query);

}  // namespace ringscope
