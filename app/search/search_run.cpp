#include "app/search/search_run.h"

#include <algorithm>
#include <utility>

#include "app/view/view_total.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

Result<std::shared_ptr<const SearchHits>> FindHits(const effect::StartSearch& search, JobControl& job) {
  if (search.known != nullptr) return search.known;
  const Cct& tree = *search.tree.tree;
  SelectScope scope;
  scope.metric = search.metric;
  scope.view_root = SearchRoots(search.root);
  scope.derived = search.derived;
  auto hits = std::make_shared<SearchHits>();
  RINGSCOPE_ASSIGN(hits->matches, SelectContexts(tree, *search.tree.functions, search.query, scope, &job));
  RINGSCOPE_ASSIGN(hits->above_matches, AncestorsOf(tree, hits->matches, &job));
  return hits;
}

Result<void> FillIn(const effect::StartSearch& search, JobControl& job, SearchOutcome& outcome) {
  const Cct& tree = *search.tree.tree;
  const ContextRange roots = SearchRoots(search.root);
  RINGSCOPE_ASSIGN(outcome.hits, FindHits(search, job));
  RINGSCOPE_ASSIGN(outcome.totals, CountMatches(tree, *search.tree.functions, outcome.hits->matches, roots,
                                                search.metric, &job));
  outcome.below_root = MatchList(WithinSubtrees(tree, outcome.hits->matches, roots));
  outcome.complete = true;
  return {};
}

}  // namespace

ContextRange SearchRoots(const ViewRoot& root) {
  return root.is_run() ? root.run : ContextRange{root.context, root.context + 1};
}

void RunSearch(const effect::StartSearch& search, JobControl& job,
               const std::function<void(std::shared_ptr<const SearchOutcome>)>& deliver) {
  const Cct& tree = *search.tree.tree;
  SearchOutcome outcome;
  outcome.query = search.text;
  outcome.tree = search.tree.tree;
  outcome.root = search.root;
  outcome.metric = search.metric;
  outcome.view_total = ViewTotal(tree, search.root, search.metric);
  Result<void> done;
  if (search.known == nullptr && IsFrameQuery(search.query)) {
    auto frames = MatchFrames(tree.frames(), *search.tree.functions, search.query);
    if (frames) {
      outcome.frames = std::move(*frames);
      deliver(std::make_shared<const SearchOutcome>(outcome));
    } else {
      done = tl::unexpected(std::move(frames).error());
    }
  }
  if (done) done = FillIn(search, job, outcome);
  if (!done) {
    if (done.error().code == ErrorCode::kCancelled) {
      deliver(nullptr);
      return;
    }
    outcome.frames.reset();
    outcome.hits = nullptr;
    outcome.error = done.error().message;
    outcome.complete = true;
  }
  deliver(std::make_shared<const SearchOutcome>(std::move(outcome)));
}

const SearchOutcome* FinalOutcome(const ViewState& view) {
  const auto& outcome = view.search.outcome;
  if (outcome == nullptr || !outcome->complete || outcome->hits == nullptr) return nullptr;
  if (outcome->query != view.search.text || outcome->tree != view.shown.tree) return nullptr;
  return outcome.get();
}

std::optional<uint64_t> CostRankOf(const SearchOutcome& outcome, const SortedMatches& sorted,
                                   ContextId context) {
  const Cct& tree = *outcome.tree;
  if (context >= tree.context_count() || !outcome.below_root.matches().contains(context)) return std::nullopt;
  const auto key = [&](ContextId one) { return std::pair(~tree.Inclusive(one, outcome.metric), one); };
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), context,
                                   [&](ContextId a, ContextId b) { return key(a) < key(b); });
  if (at == sorted.end() || *at != context) return std::nullopt;
  return static_cast<uint64_t>(at - sorted.begin());
}

bool DependsOnMetric(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kCondition && node.metric.empty();
  });
}

bool DependsOnViewRoot(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kCondition && node.bound_kind == BoundKind::kShareOfViewRoot;
  });
}

}  // namespace ringscope
