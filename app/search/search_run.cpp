#include "app/search/search_run.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/tables/difference_columns.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"
#include "cct/compare/answers/explanation.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/select.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

// What a query selects does not change with where one looks; only the counts do.
std::shared_ptr<const SearchHits> KnownHits(const SearchRequest& request, const Query& query,
                                            const SearchOutcome* before) {
  if (before == nullptr || before->query != request.text || before->tree != request.tree) return nullptr;
  if (before->derived != request.derived) return nullptr;
  if (before->metric != request.metric && DependsOnMetric(query)) return nullptr;
  if (before->root != request.root && DependsOnViewRoot(query)) return nullptr;
  return before->hits;
}

// Words of names that begin where people begin to type: whole names and the parts behind ., :, /, $ and #.
std::vector<std::string> WordsOfNames(const FrameTable& frames, JobControl& job) {
  constexpr size_t kMostWords = 200'000;
  std::unordered_set<std::string> seen;
  std::vector<std::string> words;
  for (FrameId frame = 0; frame < frames.size() && words.size() < kMostWords; ++frame) {
    if (frame % 4096 == 0 && job.cancelled()) return {};
    std::string_view name = frames.name(frame);
    name = name.substr(0, name.find_first_of("(<"));
    while (!name.empty()) {
      const size_t end = std::min(name.find_first_of(".:/$#"), name.size());
      if (end > 2 && seen.emplace(name.substr(0, end)).second) words.emplace_back(name.substr(0, end));
      name.remove_prefix(std::min(end + 1, name.size()));
    }
  }
  return words;
}

// What stands between the * of a text, where some name contains all of it; empty where none does, or where the
// text has no *.
std::string WithoutStars(const FrameTable& frames, std::string_view text, JobControl& job) {
  if (text.find('*') == std::string_view::npos) return {};
  std::vector<std::string_view> parts;
  std::string plain;
  while (!text.empty()) {
    const size_t end = std::min(text.find('*'), text.size());
    if (end > 0) {
      parts.push_back(text.substr(0, end));
      plain += (plain.empty() ? "" : " ") + std::string(parts.back());
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (parts.empty()) return {};
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    if (frame % 4096 == 0 && job.cancelled()) return {};
    const auto occurs = [&](std::string_view part) { return ContainsFolded(frames.name(frame), part); };
    if (std::all_of(parts.begin(), parts.end(), occurs)) return plain;
  }
  return {};
}

std::string SuggestionFor(const SearchRequest& request, const Query& query, JobControl& job) {
  if (query.nodes.size() != 1 || query.nodes[0].op != QueryOp::kText ||
      query.nodes[0].field != QueryField::kName || query.nodes[0].match != TextMatch::kContains) {
    return {};
  }
  if (std::string plain = WithoutStars(request.tree->frames(), query.nodes[0].text, job); !plain.empty()) return plain;
  const std::vector<std::string> words = WordsOfNames(request.tree->frames(), job);
  std::vector<std::string> folded = words;
  std::string typed = query.nodes[0].text;
  const auto fold = [](std::string& word) { std::transform(word.begin(), word.end(), word.begin(), ToLower); };
  fold(typed);
  std::for_each(folded.begin(), folded.end(), fold);
  const auto nearest = NearestWord(typed, folded);
  if (!nearest) return {};
  return words[static_cast<size_t>(std::find(folded.begin(), folded.end(), *nearest) - folded.begin())];
}

Result<void> FillIn(const SearchRequest& request, const Query& query, JobControl& job,
                    SearchOutcome& outcome) {
  const ContextRange roots = SearchRoots(request.root);
  if (outcome.hits == nullptr) {
    RINGSCOPE_ASSIGN(outcome.hits, HitsOfQuery(request, query, job));
  }
  RINGSCOPE_ASSIGN(outcome.totals, CountMatches(*request.tree, *request.functions, outcome.hits->matches,
                                                roots, request.metric, &job));
  outcome.below_root = MatchList(WithinSubtrees(*request.tree, outcome.hits->matches, roots));
  if (outcome.hits->matches.FirstIn({0, request.tree->context_count()}) == kNoContext)
    outcome.suggestion = SuggestionFor(request, query, job);
  outcome.complete = true;
  return {};
}

}  // namespace

Result<std::shared_ptr<const SearchHits>> WithAncestors(const Cct& tree, ContextSet matches, JobControl& job) {
  auto hits = std::make_shared<SearchHits>();
  hits->matches = std::move(matches);
  RINGSCOPE_ASSIGN(hits->above_matches, AncestorsOf(tree, hits->matches, &job));
  return hits;
}

Result<std::shared_ptr<const SearchHits>> HitsOfQuery(const SearchRequest& request, const Query& query,
                                                      JobControl& job) {
  SelectScope scope;
  scope.metric = request.metric;
  scope.view_root = SearchRoots(request.root);
  scope.derived = request.derived;
  scope.differences_of = &ContextDifferences;
  RINGSCOPE_ASSIGN(ContextSet matches,
                   SelectContexts(*request.tree, *request.functions, query, scope, &job));
  return WithAncestors(*request.tree, std::move(matches), job);
}

ContextRange SearchRoots(const ViewRoot& root) {
  return root.is_run() ? root.run : ContextRange{root.context, root.context + 1};
}

std::shared_ptr<const SearchOutcome> RunSearch(
    const SearchRequest& request, const SearchOutcome* before, JobControl& job,
    const std::function<void(std::shared_ptr<const SearchOutcome>)>& post_part) {
  SearchOutcome outcome;
  outcome.query = request.text;
  outcome.tree = request.tree;
  outcome.root = request.root;
  outcome.metric = request.metric;
  outcome.derived = request.derived;
  outcome.view_total = ViewTotal(*request.tree, request.root, request.metric);
  auto query = ParseQuery(request.text);
  if (query && !SidesOf(request.tree->metrics(), request.metric)) query = WithDifferencesAsNames(std::move(*query));
  Result<void> done;
  if (!query) {
    done = tl::unexpected(query.error());
  } else {
    outcome.hits = KnownHits(request, *query, before);
    if (outcome.hits == nullptr && IsFrameQuery(*query)) {
      if (auto frames = MatchFrames(request.tree->frames(), *request.functions, *query)) {
        outcome.frames = std::move(*frames);
        post_part(std::make_shared<const SearchOutcome>(outcome));
      } else {
        done = tl::unexpected(std::move(frames).error());
      }
    }
    if (done) done = FillIn(request, *query, job, outcome);
  }
  if (!done) {
    if (done.error().code == ErrorCode::kCancelled) return nullptr;
    outcome.frames.reset();
    outcome.hits = nullptr;
    outcome.error = done.error().message;
    outcome.complete = true;
  }
  return std::make_shared<const SearchOutcome>(std::move(outcome));
}

std::shared_ptr<const SortedMatches> RunSort(const SortRequest& request, JobControl& job) {
  const SearchOutcome& outcome = *request.outcome;
  auto sorted = SortByValue(outcome.below_root.matches(), ContextOrder(*outcome.tree, outcome.metric), &job);
  return sorted ? std::make_shared<const SortedMatches>(std::move(*sorted)) : nullptr;
}

const SearchOutcome* FinalOutcome(const ViewState& view) {
  const auto& outcome = view.search.task.result;
  if (outcome == nullptr || !outcome->complete || outcome->hits == nullptr) return nullptr;
  if (outcome->query != view.search.text || outcome->tree != view.shown.tree) return nullptr;
  return outcome.get();
}

const SortedMatches* SortedOf(const ViewState& view) {
  const auto& sort = view.search.sort;
  const bool is_of_outcome = FinalOutcome(view) != nullptr && sort.Wants({view.search.task.result});
  return is_of_outcome ? sort.answer() : nullptr;
}

std::optional<uint64_t> CostRankOf(const SearchOutcome& outcome, const SortedMatches& sorted,
                                   ContextId context) {
  const Cct& tree = *outcome.tree;
  if (context >= tree.context_count() || !outcome.below_root.matches().contains(context)) return std::nullopt;
  const ContextOrder order(tree, outcome.metric);
  const auto key = [&](ContextId one) { return std::pair(~order(one), one); };
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), context,
                                   [&](ContextId a, ContextId b) { return key(a) < key(b); });
  if (at == sorted.end() || *at != context) return std::nullopt;
  return static_cast<uint64_t>(at - sorted.begin());
}

bool DependsOnMetric(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kDifference || (node.op == QueryOp::kCondition && node.metric.empty());
  });
}

bool DependsOnViewRoot(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kCondition && node.bound_kind == BoundKind::kShareOfViewRoot;
  });
}

}  // namespace ringscope
