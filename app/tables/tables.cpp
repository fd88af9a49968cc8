#include "app/tables/tables.h"

#include <utility>

#include "app/search/search.h"
#include "app/tables/columns.h"
#include "app/view/colors/derived_model.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {
namespace {

constexpr size_t kMaxNeighbourHistory = 200;

constexpr const char* kLabel = "Adding up";

// Table.

// The metric of the order if it still has a column, else the drawn metric: users must see the order.
MetricIndex MetricToSortBy(const AppState& state, const ViewState& view, const TableOrder& order) {
  if (order.metric.empty() || order.key == TableKey::kDerived) return view.metric;
  for (const MetricIndex metric : TableMetrics(state.settings, view.tree(), view.metric))
    if (view.tree().metrics()[metric].name == order.metric) return metric;
  return view.metric;
}

TableRequest WantedTable(const AppState& state, const ViewState& view) {
  const Settings& settings = state.settings;
  TableRequest request{view.shown.tree,
                       view.shown.functions,
                       view.history.current().root,
                       settings.table_by,
                       view.metric,
                       settings.*OrderOfTable(view),
                       {},
                       view.slots.Get<TableState>().filter,
                       SelfPlaceAfter(view.pipeline.applied)};
  request.metric = MetricToSortBy(state, view, request.order);
  if (request.order.key == TableKey::kDerived) {
    request.derived = DerivedMetricsUpTo(DerivedMetricsOf(settings, view.tree()), request.order.metric);
  }
  return request;
}

// Neighbours.

FunctionName NameOf(const Frame& frame) {
  return {std::string(frame.name), std::string(frame.module), std::string(frame.file), frame.line,
          frame.column};
}

// The function of the view's choice or selection; before the first centre also that of the view root.
std::optional<FrameId> SubjectFunction(const ViewState& view) {
  if (view.chosen_function) return view.chosen_function;
  const auto frame_of = [&](ContextId context) -> std::optional<FrameId> {
    if (context == kRootContext || context >= view.tree().context_count()) return std::nullopt;
    return view.tree().FrameOf(context);
  };
  if (const auto selected = frame_of(view.selected)) return selected;
  if (view.slots.Get<NeighboursState>().history.empty()) return frame_of(view.history.current().root.context);
  return std::nullopt;
}

void FollowSubject(ViewState& view) {
  NeighboursState& neighbours = view.slots.Get<NeighboursState>();
  const std::optional<FrameId> subject = SubjectFunction(view);
  if (neighbours.seen_tree == view.shown.tree && neighbours.seen == subject) return;
  neighbours.seen_tree = view.shown.tree;
  neighbours.seen = subject;
  if (!subject) return;
  FunctionName name = NameOf(view.tree().frames()[*subject]);
  auto& history = neighbours.history;
  if (neighbours.at < history.size() && history[neighbours.at] == name) return;
  if (!history.empty()) history.resize(neighbours.at + 1);
  history.push_back(std::move(name));
  if (history.size() > kMaxNeighbourHistory) history.erase(history.begin());
  neighbours.at = history.size() - 1;
  neighbours.choose_when_done = false;
}

// Before any choice, the function with the largest self cost becomes the centre.
void BeginWithTheTopFunction(AppState& state, ViewState& view, Effects& effects) {
  TableRequest request = WantedTable(state, view);
  request.by = GroupBy::kFunction;
  request.filter.clear();
  Want(state, view.slots.Get<TableState>().task, std::move(request),
       {.label = kLabel, .document = view.document}, &RunTable, effects);
  const TableOutcome* outcome = view.slots.Get<TableState>().task.answer();
  if (outcome == nullptr || outcome->sums == nullptr) return;
  const GroupSums& sums = *outcome->sums;
  const auto& self = sums.table.self[view.metric];
  const auto top = std::ranges::max_element(self);
  if (top == self.end() || *top == 0) return;
  const FrameId frame = sums.grouping->first_frame[static_cast<size_t>(top - self.begin())];
  view.slots.Get<NeighboursState>().history.push_back(NameOf(view.tree().frames()[frame]));
}

void RefreshNeighbours(AppState& state, ViewState& view, Effects& effects) {
  NeighboursState& neighbours = view.slots.Get<NeighboursState>();
  FollowSubject(view);
  if (neighbours.history.empty()) BeginWithTheTopFunction(state, view, effects);
  if (neighbours.history.empty()) return;
  Want(state, neighbours.task,
       NeighbourRequest{view.shown.tree, view.shown.functions, view.history.current().root,
                        neighbours.history[neighbours.at],
                        MetricToSortBy(state, view, state.settings.*OrderOfNeighbours(view)),
                        state.settings.*OrderOfNeighbours(view)},
       {.label = kLabel, .document = view.document}, &RunNeighbours, effects);
}

// A centre from the history lights up when it is found.
void ChooseCentre(ViewState& view) {
  NeighboursState& neighbours = view.slots.Get<NeighboursState>();
  const NeighbourOutcome* outcome = neighbours.task.answer();
  if (outcome == nullptr || !neighbours.choose_when_done) return;
  if (outcome->request.centre != neighbours.history[neighbours.at]) return;
  neighbours.choose_when_done = false;
  const NeighbourSums* sums = outcome->sums.get();
  if (sums == nullptr || sums->group == kNoGroup || sums->tree != view.shown.tree) return;
  view.chosen_function = neighbours.seen = sums->grouping->first_frame[sums->group];
}

// Drops results about other trees than the shown one, so that hidden tables do not keep those trees.
void ForgetOtherTrees(ViewState& view) {
  const CctPtr& tree = view.shown.tree;
  view.slots.Get<TableState>().task.ForgetOthersThan(tree);
  NeighboursState& neighbours = view.slots.Get<NeighboursState>();
  neighbours.task.ForgetOthersThan(tree);
  if (neighbours.seen_tree != tree) {
    neighbours.seen_tree = nullptr;
    neighbours.seen.reset();
  }
}

}  // namespace

void RefreshTables(AppState& state, Effects& effects) {
  ViewState* view = ActiveView(state);
  const bool has_rows = DockShows(state, DockTab::kFunctions) || DockShows(state, DockTab::kCallers) ||
                        DockShows(state, DockTab::kSource);
  for (ViewState& other : state.views) {
    if (has_rows && &other == view) continue;
    other.hovered_function.reset();
    ForgetOtherTrees(other);
  }
  if (view != nullptr && DockShows(state, DockTab::kFunctions)) {
    Want(state, view->slots.Get<TableState>().task, WantedTable(state, *view),
         {.label = kLabel, .document = view->document}, &RunTable, effects);
  }
  if (view != nullptr && DockShows(state, DockTab::kCallers)) RefreshNeighbours(state, *view, effects);
  for (ViewState& each : state.views) ChooseCentre(each);
}

void Do(AppState& state, const ShowTable& show, Effects& effects) {
  if (state.settings.table_by != show.by) {
    state.settings.table_by = show.by;
    effects.push_back(effect::SaveSettings{state.settings});
    // The filters were typed for other rows.
    for (ViewState& view : state.views) view.slots.Get<TableState>().filter.clear();
  }
  Do(state, ShowDockTab{DockTab::kFunctions}, effects);
}

void Do(AppState& state, const SortTable& sort, Effects& effects) {
  const ViewState* view = ActiveView(state);
  ChangeSetting(state, view == nullptr ? &Settings::table_order : OrderOfTable(*view), sort.order, effects);
}

void Do(AppState&, ViewState& view, const SetTableFilter& set, Effects&) {
  view.slots.Get<TableState>().filter = set.text;
}

void Do(AppState& state, ViewState&, const FocusTableFilter&, Effects& effects) {
  if (!state.settings.dock_open) Do(state, ShowDockTab{DockTab::kFunctions}, effects);
  if (DockShows(state, DockTab::kFunctions) || DockShows(state, DockTab::kTree))
    AwaitBox(state, TextBox::kFilter, true);
}

void Do(AppState&, ViewState& view, const HoverFunction& hover, Effects&) {
  view.hovered_function.reset();
  if (hover.frame && *hover.frame < view.tree().frames().size()) view.hovered_function = hover.frame;
}

void Do(AppState& state, const ShowNeighbours& show, Effects& effects) {
  Do(state, ChooseFunction{show.frame}, effects);
  Do(state, ShowDockTab{DockTab::kCallers}, effects);
}

void Do(AppState&, ViewState& view, const StepNeighbours& step, Effects&) {
  NeighboursState& neighbours = view.slots.Get<NeighboursState>();
  if (neighbours.history.empty()) return;
  const auto last = static_cast<int64_t>(neighbours.history.size()) - 1;
  const int64_t at = std::clamp<int64_t>(static_cast<int64_t>(neighbours.at) + step.steps, 0, last);
  if (at == static_cast<int64_t>(neighbours.at)) return;
  neighbours.at = static_cast<size_t>(at);
  neighbours.choose_when_done = true;
}

void Do(AppState& state, const SortNeighbours& sort, Effects& effects) {
  const ViewState* view = ActiveView(state);
  ChangeSetting(state, view == nullptr ? &Settings::neighbour_order : OrderOfNeighbours(*view), sort.order,
                effects);
}

void Do(AppState& state, ViewState& view, const ChooseGroup& choose, Effects& effects) {
  if (choose.searches) Do(state, SetSearchText{choose.query}, effects);
  view.chosen_group = choose.query;
  view.chosen_function.reset();
  view.hovered_function.reset();
}

void Do(AppState& state, const SetTableColumns& set, Effects& effects) {
  TableColumns columns = set.columns;
  if (columns.metrics.size() > kMaxSettingsLines) columns.metrics.resize(kMaxSettingsLines);
  const ViewState* view = ActiveView(state);
  ChangeSetting(state,
                view == nullptr ? &Settings::table_columns : ColumnsOfTables(view->tree(), view->metric),
                columns, effects);
}

}  // namespace ringscope::action
