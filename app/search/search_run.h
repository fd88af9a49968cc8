#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/search/search_state.h"
#include "app/view/state/view_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Searches on the calling (job) thread. `post_part` is called with the matching frames alone as soon as they
// are known, where the query depends on nothing else, so that segments light up without waiting for counts.
// What the same query selected `before` in the same tree is taken from there. Null when cancelled.
[[nodiscard]] std::shared_ptr<const SearchOutcome> RunSearch(
    const SearchRequest& request, const SearchOutcome* before, JobControl& job,
    const std::function<void(std::shared_ptr<const SearchOutcome>)>& post_part);

// What a query, which is that of the request's text, selects in the whole tree. Errors: those of SelectContexts.
[[nodiscard]] Result<std::shared_ptr<const SearchHits>> HitsOfQuery(const SearchRequest& request, const Query& query,
                                                                    JobControl& job);
// The same of contexts that are known. Errors: kCancelled.
[[nodiscard]] Result<std::shared_ptr<const SearchHits>> WithAncestors(const Cct& tree, ContextSet matches,
                                                                      JobControl& job);

// Sorts matches by inclusive value. Null when cancelled.
[[nodiscard]] std::shared_ptr<const SortedMatches> RunSort(const SortRequest& request, JobControl& job);

// The contexts at and below a view root, as searches take them.
[[nodiscard]] ContextRange SearchRoots(const ViewRoot& root);

// The complete answer to the text that is typed in a view; null while there is none.
[[nodiscard]] const SearchOutcome* FinalOutcome(const ViewState& view);

// The matches of that by cost; null while they are not sorted.
[[nodiscard]] const SortedMatches* SortedOf(const ViewState& view);

// How many of the matches below the view root come before this one by cost; nothing where it is no match.
// `sorted`: the sorted matches of this outcome. O(log matches).
[[nodiscard]] std::optional<uint64_t> CostRankOf(const SearchOutcome& outcome, const SortedMatches& sorted,
                                                 ContextId context);

}  // namespace ringscope
