#include "app/search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "app/view/colors/derived_model.h"
#include "app/view/command_tables.h"
#include "app/view/difference/difference_model.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"
#include "cct/compare/answers/explanation.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/search.h"
#include "cct/query/sets/select.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::action {
namespace {

// Asks for the matches in the order of their cost; sorts few matches at once.
void WantSorted(AppState& state, ViewState& view, Effects& effects) {
  SearchState& search = view.slots.Get<SearchState>();
  // While a search runs the list waits for its answer.
  if (FinalOutcome(view) == nullptr || search.task.running()) return;
  SortRequest request{search.task.result};
  // Sorting a few takes less time than starting a job, and the list does not flicker while the user types.
  constexpr uint32_t kFew = 20'000;
  if (request.outcome->below_root.size() <= kFew && !search.sort.Wants(request)) {
    JobControl control;
    auto sorted = RunSort(request, control);
    search.sort.Answer(std::make_shared<const SortRequest>(std::move(request)), std::move(sorted));
    return;
  }
  Want(state, search.sort, std::move(request), {.label = "Sorting matches", .document = view.document},
       &RunSort, effects);
}

// Takes pending steps through the matches by cost, once the order is known: from the selected match on and
// around; without one to the most expensive match, or backwards to the cheapest.
void TakePendingSteps(AppState& state, ViewState& view, Effects& effects) {
  const SearchOutcome* outcome = FinalOutcome(view);
  if (outcome == nullptr || view.slots.Get<SearchState>().pending_steps == 0) return;
  WantSorted(state, view, effects);
  // A sort that was given up has no answer for the steps that wait for it.
  if (view.slots.Get<SearchState>().sort.given_up()) view.slots.Get<SearchState>().pending_steps = 0;
  const SortedMatches* sorted = SortedOf(view);
  if (sorted == nullptr) return;
  const int64_t steps = std::exchange(view.slots.Get<SearchState>().pending_steps, 0);
  const SortedMatches& matches = *sorted;
  const auto size = static_cast<int64_t>(matches.size());
  if (size == 0) return;
  int64_t start = steps > 0 ? -1 : size;
  if (const auto rank = CostRankOf(*outcome, matches, view.selected)) start = static_cast<int64_t>(*rank);
  const int64_t at = ((start + steps) % size + size) % size;
  view.selected = matches[static_cast<size_t>(at)];
  ForgetPointed(state, view);
  FollowLeader(state, view, false, effects);
}

// Searches again when the text, or the view root, metric or tree that the counts are of, has changed.
void RefreshSearch(AppState& state, ViewState& view, Effects& effects) {
  SearchState& search = view.slots.Get<SearchState>();
  // A duplicate takes over the answers of its view, but not the pending steps.
  if (std::exchange(search.view, view.id) != view.id) search.pending_steps = 0;
  std::optional<SearchRequest> request;
  if (!view.search.empty())
    request =
        SearchRequest{view.shown.tree, view.shown.functions, view.history.current().root,
                      view.metric,     view.search,          DerivedMetricsOf(state.settings, view.tree())};
  if (search.asked == request) return;
  search.asked = request;
  search.pending_steps = 0;
  search.sort = {};
  search.problem.reset();
  const auto query = ParseQuery(view.search);
  if (!query || query->empty()) {
    if (!query) search.problem = QueryProblem{query.error().message, query.error().column.value_or(0)};
    search.task = {};
    return;
  }
  // Matching functions takes a millisecond or two; other queries look at every context, which takes longer
  // than a frame in a large tree.
  constexpr uint32_t kManyContexts = 200'000;
  const bool soon = IsFrameQuery(*query) || view.tree().context_count() <= kManyContexts;
  Want(state, search.task, std::move(*request),
       {.label = "Searching", .document = view.document, .soon = soon}, &RunSearch, effects);
}

}  // namespace

void RefreshSearches(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) RefreshSearch(state, view, effects);
}

void Do(AppState& state, ViewState& view, const SetSearchText& set, Effects&) {
  if (view.search == set.text) return;
  view.search = set.text;
  view.chosen_group.clear();
  FollowSearch(state, view, false);
}

void Do(AppState& state, ViewState&, const FocusSearch&, Effects&) {
  ++state.focus_search_serial;
  AwaitBox(state, TextBox::kSearch, true);
}

void Do(AppState& state, ViewState& view, const StepMatch& step, Effects& effects) {
  if (step.steps == 0) return;
  // Steps wait for the answer to the last typed text.
  if (FinalOutcome(view) == nullptr && !view.slots.Get<SearchState>().task.running()) return;
  view.slots.Get<SearchState>().pending_steps += step.steps;
  TakePendingSteps(state, view, effects);
}

void Do(AppState& state, ViewState& view, const GoToMatch& go, Effects& effects) {
  const PaneState* pane = ActivePane(state);
  if (pane == nullptr) return;
  const SearchOutcome* outcome = FinalOutcome(view);
  ContextId context = go.context;
  if (context == kNoContext && outcome != nullptr) {
    const ContextSet& matches = outcome->hits->matches;
    const bool on_match = view.selected != kNoContext && matches.contains(view.selected);
    const ContextRange whole{0, view.tree().context_count()};
    WantSorted(state, view, effects);
    const SortedMatches* sorted = SortedOf(view);
    context = on_match                                ? view.selected
              : sorted != nullptr && !sorted->empty() ? sorted->front()
              : !outcome->below_root.empty()          ? outcome->below_root.At(0)
                                                      : matches.FirstIn(whole);
  }
  if (context >= view.tree().context_count()) return;
  if (view.kind().place_of != nullptr) GoTo(state, view, view.kind().place_of(view, *pane, context), effects);
  Do(state, Select{context}, effects);
}

void Do(AppState& state, ViewState& view, const FilterBySearch&, Effects& effects) {
  auto query = ParseQuery(view.search);
  if (!query || query->empty()) return;
  view.search.clear();
  FollowSearch(state, view, false);
  Do(state, AddTransform{{.kind = TransformKind::kKeep, .query = std::move(*query)}}, effects);
}

void Do(AppState& state, ViewState& view, const SortMatches&, Effects& effects) {
  WantSorted(state, view, effects);
}

void RefreshMatches(AppState& state, Effects& effects) {
  for (ViewState& each : state.views) {
    SearchState& search = each.slots.Get<SearchState>();
    if (const SearchOutcome* outcome = search.task.answer(); outcome != nullptr && !outcome->error.empty()) {
      search.problem = QueryProblem{outcome->error, 0};
      search.pending_steps = 0;
      search.task = {};
    }
    TakePendingSteps(state, each, effects);
  }
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  // The number of a selected match stands below the search box, and needs the order.
  const SearchOutcome* outcome = FinalOutcome(*view);
  const bool on_match = outcome != nullptr && view->selected < view->tree().context_count() &&
                        outcome->below_root.matches().contains(view->selected);
  if (on_match || DockShows(state, DockTab::kMatches)) WantSorted(state, *view, effects);
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

// The hits of the same query in the same tree, if `before` has them: only counts depend on the view root, and
// only some queries on the metric or the root. Else null.
std::shared_ptr<const SearchHits> KnownHits(const SearchRequest& request, const Query& query,
                                            const SearchOutcome* before) {
  if (before == nullptr || before->text != request.text || before->tree != request.tree) return nullptr;
  if (before->derived != request.derived) return nullptr;
  if (before->metric != request.metric && DependsOnMetric(query)) return nullptr;
  if (before->root != request.root && DependsOnViewRoot(query)) return nullptr;
  return before->hits;
}

// Words that users may have meant: whole names without arguments, and their parts between ., :, /, $ and #.
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

// The parts of a text between its *, if some name contains all of them; else, or without a *, empty.
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
    if (std::ranges::all_of(parts, occurs)) return plain;
  }
  return {};
}

std::string SuggestionFor(const SearchRequest& request, const Query& query, JobControl& job) {
  if (query.nodes.size() != 1 || query.nodes[0].op != QueryOp::kText ||
      query.nodes[0].field != QueryField::kName || query.nodes[0].match != TextMatch::kContains) {
    return {};
  }
  if (std::string plain = WithoutStars(request.tree->frames(), query.nodes[0].text, job); !plain.empty())
    return plain;
  const std::vector<std::string> words = WordsOfNames(request.tree->frames(), job);
  std::vector<std::string> folded = words;
  std::string typed = query.nodes[0].text;
  const auto fold = [](std::string& word) {
    std::transform(word.begin(), word.end(), word.begin(), ToLower);
  };
  fold(typed);
  std::ranges::for_each(folded, fold);
  const auto nearest = NearestWord(typed, folded);
  if (!nearest) return {};
  return words[static_cast<size_t>(std::ranges::find(folded, *nearest) - folded.begin())];
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

Result<std::shared_ptr<const SearchHits>> WithAncestors(const Cct& tree, ContextSet matches,
                                                        JobControl& job) {
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
  RINGSCOPE_ASSIGN(ContextSet matches, SelectContexts(*request.tree, *request.functions, query, scope, &job));
  return WithAncestors(*request.tree, std::move(matches), job);
}

ContextRange SearchRoots(const ViewRoot& root) {
  return root.is_run() ? root.run : ContextRange{root.context, root.context + 1};
}

std::shared_ptr<const SearchOutcome> RunSearch(
    const SearchRequest& request, const SearchOutcome* before, JobControl& job,
    const std::function<void(std::shared_ptr<const SearchOutcome>)>& post_part) {
  SearchOutcome outcome{request};
  outcome.view_total = ViewTotal(*request.tree, request.root, request.metric);
  auto query = ParseQuery(request.text);
  if (query && !SidesOf(request.tree->metrics(), request.metric))
    query = WithDifferencesAsNames(std::move(*query));
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
  const auto& outcome = view.slots.Get<SearchState>().task.result;
  if (outcome == nullptr || !outcome->complete || outcome->hits == nullptr) return nullptr;
  if (outcome->text != view.search || outcome->tree != view.shown.tree) return nullptr;
  return outcome.get();
}

const SortedMatches* SortedOf(const ViewState& view) {
  const auto& sort = view.slots.Get<SearchState>().sort;
  const bool is_of_outcome =
      FinalOutcome(view) != nullptr && sort.Wants({view.slots.Get<SearchState>().task.result});
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

}  // namespace ringscope

namespace ringscope::command {
namespace {

template <typename ActionType, auto... kMembers>
Maybe IfSearching(const ViewState& view) {
  if (view.search.empty()) return std::nullopt;
  return ActionType{kMembers...};
}

Maybe SearchSubject(const ViewState& view) {
  const std::string query = QueryOf(view.tree(), SubjectOf(view));
  if (query.empty()) return std::nullopt;
  return action::SetSearchText{query};
}

std::string WhyNoSubject(const ViewState& view) {
  std::string why = NoSubjectText(view);
  return why.empty() ? "The profile has no name for this function" : why;
}

std::string WhyNoMatch(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !view->search.empty()) return {};
  return fmt::format("There is no search: {}", WithKey(state, "search", "search.focus"));
}

constexpr std::string_view kSearchGroup = "Search";

constexpr std::array kSearchCommands{
    Command{"search.focus", kSearchGroup, "Search functions", "Ctrl+F, /", InView<action::FocusSearch>},
    Command{"search.next", kSearchGroup, "Next match", "F3, N", OfView<IfSearching<action::StepMatch, 1>>,
            false, nullptr, WhyNoMatch},
    Command{"search.previous", kSearchGroup, "Previous match", "Shift+F3, Shift+N",
            OfView<IfSearching<action::StepMatch, -1>>, false, nullptr, WhyNoMatch},
    Command{"search.show", kSearchGroup, "Zoom until the match can be seen", "G",
            OfView<IfSearching<action::GoToMatch>>, false, nullptr, WhyNoMatch},
    Command{"search.filter", kSearchGroup, "Keep only stacks through matches", "Ctrl+Enter",
            OfView<IfSearching<action::FilterBySearch>>, false, nullptr, WhyNoMatch},
    Command{"search.this", kSearchGroup, "Search this function", "S", OfView<SearchSubject>, false, nullptr,
            OfView<WhyNoSubject>},
};

}  // namespace

std::span<const Command> Find() { return kSearchCommands; }

}  // namespace ringscope::command
