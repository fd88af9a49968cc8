#include <algorithm>
#include <iterator>
#include <memory>
#include <queue>
#include <span>
#include <utility>

#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"
#include "app/view/colors/derived_model.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/state/apply_task.h"
#include "cct/base/text/ascii.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/search.h"
#include "cct/table/summary.h"

namespace ringscope::action {
namespace {

// More rows than users look through. They unfold others by hand.
constexpr size_t kMostExpanded = 200;
// The most callees that are looked at. Contexts beyond them stay folded: most rows would be their callees.
constexpr size_t kMostLookedAt = 200'000;

// The contexts above matches that are unfolded: the dearest first, from the view root down. Ascending.
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
  std::ranges::sort(expanded);
  // A hostile tree may list a context below several callers.
  expanded.erase(std::unique(expanded.begin(), expanded.end()), expanded.end());
  return expanded;
}

// Finds the contexts of the whole tree that the text matches: about 5 ns a context for a query about
// functions. Null if cancelled.
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

// Adds contexts in ascending order.
void Expand(TreeTableState& table, std::span<const ContextId> contexts) {
  std::vector<ContextId> all;
  all.reserve(table.expanded.size() + contexts.size());
  std::set_union(table.expanded.begin(), table.expanded.end(), contexts.begin(), contexts.end(),
                 std::back_inserter(all));
  if (all.size() == table.expanded.size()) return;
  table.expanded = std::move(all);
  ++table.serial;
}

// The callers of a context from the view root down, outermost first; std::nullopt for a context outside it.
std::optional<std::vector<ContextId>> CallersBelowRoot(const ViewState& view, ContextId context) {
  const ContextRange roots = SearchRoots(view.history.current().root);
  std::vector<ContextId> callers;
  // Callers have smaller ids than their callees.
  while (context != kNoContext && context >= roots.end) {
    context = view.tree().ParentOf(context);
    callers.push_back(context);
  }
  if (!roots.contains(context)) return std::nullopt;
  std::ranges::reverse(callers);
  return callers;
}

void ShowAllRows(TreeTableState& table) {
  if (table.filtered == nullptr) return;
  table.filtered = nullptr;
  table.filter_task.Drop();
  table.expanded = std::move(table.expanded_before);
  table.expanded_before.clear();
  table.revealed = kNoContext;  // makes RevealInTree() unfold the callers of the selected context once more
  ++table.serial;
}

// Keeps the unfolded contexts when the view gets another tree.
void CarryOver(const ViewState& view, TreeTableState& table) {
  const CctPtr before = std::exchange(table.tree, view.shown.tree);
  if (before == nullptr) return;
  // As many contexts as can be looked up without a noticeable delay. Beyond that, users unfold rows again.
  constexpr uint64_t kBudget = 2'000'000;
  ShowAllRows(table);
  table.expanded = FindCounterparts(*before, table.expanded, view.tree(), kBudget);
  table.revealed = kNoContext;
  ++table.serial;
}

}  // namespace

void Do(AppState&, ViewState& view, const ExpandRow& expand, Effects&) {
  if (expand.context >= view.tree().context_count()) return;
  TreeTableState& table = view.slots.Get<TreeTableState>();
  if (expand.expanded) {
    if (!view.tree().ChildrenOf(expand.context).empty()) Expand(table, {&expand.context, 1});
    return;
  }
  if (std::erase(table.expanded, expand.context) != 0) ++table.serial;
}

void Do(AppState&, ViewState& view, const SetTreeFilter& set, Effects&) {
  TreeTableState& table = view.slots.Get<TreeTableState>();
  table.filter = set.text;
  table.filter_problem.clear();
  const auto query = ParseQuery(table.filter);
  if (!query) table.filter_problem = query.error().message;
  if (query && query->empty()) ShowAllRows(table);
}

void RefreshTreeFilters(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) {
    TreeTableState& table = view.slots.Get<TreeTableState>();
    if (table.tree != view.shown.tree) CarryOver(view, table);
    table.filter_task.ForgetOthersThan(view.shown.tree);
    if (table.filtered != nullptr && table.filtered->request.tree != view.shown.tree) ShowAllRows(table);
    if (IsOnlyBlanks(table.filter) || !table.filter_problem.empty()) {
      table.filter_task.Drop();
      continue;
    }
    if (&view != ActiveView(state) || !DockShows(state, DockTab::kTree)) continue;
    TreeFilterRequest request{{view.shown.tree, view.shown.functions, view.history.current().root,
                               view.metric, table.filter, DerivedMetricsOf(state.settings, view.tree())}};
    constexpr uint32_t kManyContexts = 200'000;
    Want(state, table.filter_task, std::move(request),
         {.label = "Filtering",
          .document = view.document,
          .soon = view.tree().context_count() <= kManyContexts},
         &RunTreeFilter, effects);
    if (table.filter_task.answer() == nullptr || table.filtered == table.filter_task.result) continue;
    if (!table.filter_task.result->error.empty()) continue;
    if (table.filtered == nullptr) table.expanded_before = table.expanded;
    table.filtered = table.filter_task.result;
    table.expanded = table.filtered->expanded;
    ++table.serial;
  }
}

void Do(AppState&, ViewState& view, const CollapseTree&, Effects&) {
  TreeTableState& table = view.slots.Get<TreeTableState>();
  if (table.expanded.empty()) return;
  table.expanded.clear();
  ++table.serial;
}

void Do(AppState& state, ViewState& view, const ExpandHotPath& expand, Effects& effects) {
  const DrawnAngle drawn = DrawnAngleOf(view);
  const Cct& tree = *drawn.tree;
  ContextId from = expand.from != kNoContext ? expand.from : view.selected;
  auto callers = from < tree.context_count() ? CallersBelowRoot(view, from) : std::nullopt;
  if (!callers) {
    from = LargestOf(tree, SearchRoots(view.history.current().root), drawn.metric);
    callers.emplace();
  }
  Do(state, ShowDockTab{DockTab::kTree}, effects);
  const double share = state.settings.hot_path_percent / 100.0;
  std::vector<ContextId> path = HotPath(tree, from, drawn.metric, share);
  const ContextId end = path.empty() ? from : path.back();
  callers->push_back(from);
  callers->insert(callers->end(), path.begin(), path.end());
  callers->pop_back();
  TreeTableState& table = view.slots.Get<TreeTableState>();
  Expand(table, *callers);
  table.revealed = end;
  table.revealed_below = view.history.current().root.context;
  if (view.kind().layers_to != nullptr)
    GoTo(state, view, view.kind().layers_to(view, end), effects, &ViewHistory::PushTurn);
  Do(state, Select{end}, effects);
}

void RefreshHotPaths(AppState& state) {
  for (ViewState& view : state.views) {
    HotPathState& path = view.hot_path;
    if (!state.settings.outline_hot_path || !IsShown(state, view.id)) {
      path = {};
      continue;
    }
    const ViewRoot& root = view.history.current().root;
    const int percent = state.settings.hot_path_percent;
    const DrawnAngle drawn = DrawnAngleOf(view);
    if (path.contexts != nullptr && path.tree == view.shown.tree && path.drawn == drawn.tree &&
        path.root == root && path.metric == drawn.metric && path.percent == percent)
      continue;
    const ContextId from = LargestOf(*drawn.tree, SearchRoots(root), drawn.metric);
    std::vector<ContextId> contexts = HotPath(*drawn.tree, from, drawn.metric, percent / 100.0);
    if (root.is_run()) contexts.insert(contexts.begin(), from);
    path = {view.shown.tree, drawn.tree, root,
            drawn.metric,    percent,    std::make_shared<const std::vector<ContextId>>(std::move(contexts))};
  }
}

void Do(AppState& state, const SetHotPathShare& set, Effects& effects) {
  ChangeSetting(state, &Settings::hot_path_percent, std::clamp(set.percent, 1, 100), effects);
}

void Do(AppState& state, ViewState& view, const ShowInTree& show, Effects& effects) {
  if (show.context >= view.tree().context_count()) return;
  if (!CallersBelowRoot(view, show.context)) Do(state, GoToWholeTree{}, effects);
  Do(state, Select{show.context}, effects);
  view.slots.Get<TreeTableState>().revealed = kNoContext;
  Do(state, ShowDockTab{DockTab::kTree}, effects);
}

void RevealInTree(AppState& state) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || !DockShows(state, DockTab::kTree)) return;
  const ContextId root = view->history.current().root.context;
  TreeTableState& table = view->slots.Get<TreeTableState>();
  if (table.revealed == view->selected && table.revealed_below == root) return;
  table.revealed = view->selected;
  table.revealed_below = root;
  if (view->selected >= view->tree().context_count()) return;
  if (const auto callers = CallersBelowRoot(*view, view->selected)) Expand(table, *callers);
}

}  // namespace ringscope::action
