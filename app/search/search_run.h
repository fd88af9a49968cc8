#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/core/effect.h"
#include "app/search/search_outcome.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Searches on the calling (job) thread. `deliver` is called with the matching frames alone as soon as they
// are known, where the query depends on nothing else, so that segments light up without waiting for counts,
// and once more with everything counted; the last call has null when the search was cancelled.
void RunSearch(const effect::StartSearch& search, JobControl& job,
               const std::function<void(std::shared_ptr<const SearchOutcome>)>& deliver);

// The contexts at and below a view root, as searches take them.
[[nodiscard]] ContextRange SearchRoots(const ViewRoot& root);

// The answer to what is typed in a view, counted to the end; null while there is none.
[[nodiscard]] const SearchOutcome* FinalOutcome(const ViewState& view);

// How many of the matches below the view root come before this one by cost; nothing where it is no match.
// `sorted`: those of this outcome. O(log matches).
[[nodiscard]] std::optional<uint64_t> CostRankOf(const SearchOutcome& outcome, const SortedMatches& sorted,
                                                 ContextId context);

// Whether what a query selects changes with the metric of the view, and with the view root.
[[nodiscard]] bool DependsOnMetric(const Query& query);
[[nodiscard]] bool DependsOnViewRoot(const Query& query);

}  // namespace ringscope
