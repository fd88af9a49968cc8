#include <algorithm>
#include <queue>
#include <utility>

#include "app/search/search.h"
#include "app/tables/table_state.h"
#include "cct/query/sets/search.h"

namespace ringscope {
namespace {

// As many rows as one looks through; who wants to see more unfolds more.
constexpr size_t kMostExpanded = 200;
// A context with more callees than this is left folded: they would be most of the rows.
constexpr size_t kMostLookedAt = 200'000;

// Contexts above matches, the dearest first, from the view root down.
std::vector<ContextId> Expanded(const TreeFilterRequest& request, const SearchHits& hits) {
  const Cct& tree = *request.tree;
  std::priority_queue<std::pair<uint64_t, ContextId>> open;
  size_t looked_at = 0;
  const auto add = [&](ContextRange siblings) {
    looked_at += siblings.size();
    if (looked_at > kMostLookedAt) return;
    for (ContextId one = siblings.begin; one < siblings.end; ++one)
      if (hits.above_matches.contains(one)) open.emplace(tree.Inclusive(one, request.metric), one);
  };
  add(SearchRoots(request.root));
  std::vector<ContextId> expanded;
  while (!open.empty() && expanded.size() < kMostExpanded) {
    const ContextId context = open.top().second;
    open.pop();
    expanded.push_back(context);
    add(tree.ChildrenOf(context));
  }
  std::sort(expanded.begin(), expanded.end());
  // A hostile tree may list a context below several callers.
  expanded.erase(std::unique(expanded.begin(), expanded.end()), expanded.end());
  return expanded;
}

}  // namespace

std::shared_ptr<const TreeFilterOutcome> RunTreeFilter(const TreeFilterRequest& request, JobControl& job) {
  auto outcome = std::make_shared<TreeFilterOutcome>();
  outcome->request = request;
  const auto query = ParseQuery(request.text);
  if (!query) {
    outcome->error = query.error().message;
    return outcome;
  }
  auto hits = HitsOfQuery(request, *query, job);
  if (!hits) {
    if (hits.error().code == ErrorCode::kCancelled) return nullptr;
    outcome->error = hits.error().message;
    return outcome;
  }
  outcome->hits = std::move(*hits);
  const auto totals = CountMatches(*request.tree, *request.functions, outcome->hits->matches,
                                   SearchRoots(request.root), request.metric, &job);
  if (!totals) return nullptr;
  outcome->matches = totals->contexts;
  outcome->expanded = Expanded(request, *outcome->hits);
  return outcome;
}

}  // namespace ringscope
