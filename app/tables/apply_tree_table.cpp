#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "app/core/core_actions.h"
#include "app/search/search_run.h"
#include "app/tables/tables_actions.h"
#include "app/tables/tree_table_model.h"
#include "app/view/view_actions.h"
#include "app/view/view_navigation.h"
#include "app/window/window_actions.h"
#include "cct/table/hot_path.h"

namespace ringscope::apply {
namespace {

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

// The callers of a context from the view root down, outermost first; nothing where it does not lie below it.
std::optional<std::vector<ContextId>> CallersBelowRoot(const ViewState& view, ContextId context) {
  const ContextRange roots = SearchRoots(view.history.current().root);
  std::vector<ContextId> callers;
  // Callers have smaller numbers.
  while (context != kNoContext && context >= roots.end) {
    context = view.tree().ParentOf(context);
    callers.push_back(context);
  }
  if (!roots.contains(context)) return std::nullopt;
  std::reverse(callers.begin(), callers.end());
  return callers;
}

ContextId HottestOf(const Cct& tree, ContextRange siblings, MetricIndex metric) {
  ContextId hottest = siblings.begin;
  for (ContextId one = siblings.begin; one < siblings.end; ++one) {
    if (tree.Inclusive(one, metric) > tree.Inclusive(hottest, metric)) hottest = one;
  }
  return hottest;
}

}  // namespace

void Do(AppState& state, const action::ExpandRow& expand, Effects&) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || expand.context >= view->tree().context_count()) return;
  if (expand.expanded) {
    if (!view->tree().ChildrenOf(expand.context).empty()) Expand(view->tree_table, {&expand.context, 1});
    return;
  }
  auto& expanded = view->tree_table.expanded;
  const auto at = std::lower_bound(expanded.begin(), expanded.end(), expand.context);
  if (at == expanded.end() || *at != expand.context) return;
  expanded.erase(at);
  ++view->tree_table.serial;
}

void Do(AppState& state, const action::CollapseTree&, Effects&) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || view->tree_table.expanded.empty()) return;
  view->tree_table.expanded.clear();
  ++view->tree_table.serial;
}

void Do(AppState& state, const action::ExpandHotPath& expand, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const Cct& tree = view->tree();
  ContextId from = expand.from != kNoContext ? expand.from : view->selected;
  auto callers = from < tree.context_count() ? CallersBelowRoot(*view, from) : std::nullopt;
  if (!callers) {
    from = HottestOf(tree, SearchRoots(view->history.current().root), view->metric);
    callers.emplace();
  }
  Do(state, action::ShowDockTab{DockTab::kTree}, effects);
  const double share = state.settings.hot_path_percent / 100.0;
  std::vector<ContextId> path = HotPath(tree, from, view->metric, share);
  const ContextId end = path.empty() ? from : path.back();
  callers->push_back(from);
  callers->insert(callers->end(), path.begin(), path.end());
  callers->pop_back();
  Expand(view->tree_table, *callers);
  view->tree_table.revealed = end;
  view->tree_table.revealed_below = view->history.current().root.context;
  Do(state, action::Select{end}, effects);
}

void Do(AppState& state, const action::SetHotPathShare& set, Effects& effects) {
  ChangeSetting(state, &Settings::hot_path_percent, std::clamp(set.percent, 1, 100), effects);
}

void Do(AppState& state, const action::ShowInTree& show, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || show.context >= view->tree().context_count()) return;
  if (!CallersBelowRoot(*view, show.context)) Do(state, action::GoToWholeTree{}, effects);
  Do(state, action::Select{show.context}, effects);
  view->tree_table.revealed = kNoContext;
  Do(state, action::ShowDockTab{DockTab::kTree}, effects);
}

void RevealInTree(AppState& state) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || !DockShows(state, DockTab::kTree)) return;
  const ContextId root = view->history.current().root.context;
  TreeTableState& table = view->tree_table;
  if (table.revealed == view->selected && table.revealed_below == root) return;
  table.revealed = view->selected;
  table.revealed_below = root;
  if (view->selected >= view->tree().context_count()) return;
  if (const auto callers = CallersBelowRoot(*view, view->selected)) Expand(table, *callers);
}

void CarryOverTreeTable(const Cct& before, ViewState& view) {
  // As many contexts as can be looked at before anyone notices; who unfolded more unfolds the rest again.
  constexpr uint64_t kBudget = 2'000'000;
  TreeTableState& table = view.tree_table;
  table.expanded = FindCounterparts(before, table.expanded, view.tree(), kBudget);
  table.revealed = kNoContext;
  ++table.serial;
}

}  // namespace ringscope::apply
