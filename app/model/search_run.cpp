#include "app/model/search_run.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/model/view_total.h"
#include "cct/query/select.h"

namespace ringscope {
namespace {

// Between two looks at whether the job is cancelled.
constexpr uint32_t kContextsAtOnce = 1 << 16;

Result<std::shared_ptr<const SearchHits>> FindHits(const effect::StartSearch& search, JobControl& job) {
  if (search.known != nullptr) return search.known;
  const Cct& tree = *search.tree.tree;
  SelectScope scope;
  scope.metric = search.metric;
  scope.view_root = SearchRoots(search.root);
  scope.derived = search.derived;
  auto hits = std::make_shared<SearchHits>();
  RINGSCOPE_ASSIGN(hits->matches, SelectContexts(tree, *search.tree.functions, search.query, scope, &job));
  RINGSCOPE_ASSIGN(hits->above_matches, ContextsAbove(tree, hits->matches, &job));
  return hits;
}

Result<void> FillIn(const effect::StartSearch& search, JobControl& job, SearchOutcome& outcome) {
  const Cct& tree = *search.tree.tree;
  RINGSCOPE_ASSIGN(outcome.hits, FindHits(search, job));
  RINGSCOPE_ASSIGN(outcome.totals, CountMatches(tree, *search.tree.functions, outcome.hits->matches,
                                                SearchRoots(search.root), search.metric, &job));
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

std::optional<uint64_t> MatchNumber(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                    ContextId context) {
  if (!matches.contains(context)) return std::nullopt;
  uint64_t before = 0;
  for (ContextRange run = roots; !run.empty() && run.begin <= context; run = tree.ChildrenOfRun(run)) {
    if (run.contains(context)) return before + matches.CountIn({run.begin, context + 1});
    before += matches.CountIn(run);
  }
  return std::nullopt;
}

std::optional<MatchPosition> RunStepMatch(const effect::StartStepMatch& step, JobControl& job) {
  if (step.outcome == nullptr || step.outcome->hits == nullptr) return std::nullopt;
  const Cct& tree = *step.outcome->tree;
  const ContextSet& matches = step.outcome->hits->matches;
  const ContextRange roots = SearchRoots(step.root);
  const auto direction = step.steps < 0 ? SearchDirection::kPrevious : SearchDirection::kNext;
  ContextId found = step.from;
  for (int i = 0; i < std::abs(step.steps); ++i) {
    const auto next = FindMatch(tree, matches, roots, found, direction, &job);
    if (!next) return std::nullopt;
    found = *next;
  }
  const auto number = MatchNumber(tree, matches, roots, found);
  if (!number) return std::nullopt;
  return MatchPosition{found, *number};
}

Result<ContextSet> ContextsAbove(const Cct& tree, const ContextSet& members, JobControl* job) {
  ContextSet above(tree.context_count());
  if (!members.AnyIn({0, tree.context_count()})) return above;
  // Callees have higher numbers than their callers, so whether one is reached is known before it is asked.
  ContextSet reached = members;
  for (uint32_t end = tree.context_count(); end > 0;) {
    const uint32_t begin = end > kContextsAtOnce ? end - kContextsAtOnce : 0;
    for (uint32_t context = end; context-- > begin;) {
      const ContextRange callees = tree.ChildrenOf(context);
      if (callees.empty() || !reached.AnyIn(callees)) continue;
      above.Insert(context);
      reached.Insert(context);
    }
    end = begin;
    if (job != nullptr && job->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  }
  return above;
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
