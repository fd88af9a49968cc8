#include <algorithm>
#include <utility>

#include "app/colors/derived_model.h"
#include "app/core/apply_core.h"
#include "app/tables/apply_tables.h"
#include "app/tables/table_model.h"
#include "app/view/apply_view.h"
#include "app/window/apply_window.h"

namespace ringscope::apply {
namespace {

constexpr size_t kMaxNeighbourHistory = 200;

JobId AddTableJob(AppState& state, const ViewState& view) {
  JobState& job = AddJob(state, JobKind::kTable, "Adding up");
  job.document = view.document;
  return job.id;
}

// Table.

TableRequest WantedTable(const AppState& state, const ViewState& view) {
  const Settings& settings = state.settings;
  TableRequest request{view.shown.tree,      view.history.current().root,
                       settings.table_by,    view.metric,
                       settings.table_order, {},
                       view.table.filter,    SelfPlaceAfter(view.pipeline.applied)};
  if (request.order.key == TableKey::kDerived) {
    request.derived = DerivedMetricsUpTo(settings.derived_metrics, request.order.derived);
  }
  return request;
}

void RefreshTable(AppState& state, ViewState& view, Effects& effects) {
  TableState& table = view.table;
  TableRequest request = WantedTable(state, view);
  if (table.wanted == request) return;
  StopJob(state, table.job, effects);
  table.wanted = request;
  table.job = AddTableJob(state, view);
  std::shared_ptr<const GroupSums> known = table.outcome == nullptr ? nullptr : table.outcome->sums;
  if (known != nullptr &&
      (known->tree != request.tree || known->root != request.root || known->grouping->by != request.by)) {
    known = nullptr;
  }
  effects.push_back(effect::StartTable{table.job, view.shown, std::move(request), std::move(known)});
}

// Neighbours.

FunctionName NameOf(const Frame& frame) {
  return {std::string(frame.name), std::string(frame.module), std::string(frame.file), frame.line,
          frame.column};
}

// The function that the view is about.
std::optional<FrameId> SubjectFunction(const ViewState& view) {
  if (view.chosen_function) return view.chosen_function;
  const auto frame_of = [&](ContextId context) -> std::optional<FrameId> {
    if (context == kRootContext || context >= view.tree().context_count()) return std::nullopt;
    return view.tree().FrameOf(context);
  };
  if (const auto selected = frame_of(view.selected)) return selected;
  // To begin with, what is in the centre.
  if (view.neighbours.history.empty()) return frame_of(view.history.current().root.context);
  return std::nullopt;
}

void FollowSubject(ViewState& view) {
  NeighboursState& neighbours = view.neighbours;
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

std::shared_ptr<const FrameGrouping> KnownFunctions(const ViewState& view) {
  const auto& table = view.table.outcome;
  if (table != nullptr && table->sums != nullptr && table->sums->tree == view.shown.tree &&
      table->sums->grouping->by == GroupBy::kFunction) {
    return table->sums->grouping;
  }
  const auto& neighbours = view.neighbours.outcome;
  if (neighbours != nullptr && neighbours->sums != nullptr && neighbours->sums->tree == view.shown.tree)
    return neighbours->sums->grouping;
  return nullptr;
}

void RefreshNeighbours(AppState& state, ViewState& view, Effects& effects) {
  NeighboursState& neighbours = view.neighbours;
  FollowSubject(view);
  if (neighbours.history.empty()) return;
  NeighbourRequest request{view.shown.tree, view.history.current().root, neighbours.history[neighbours.at],
                           view.metric, state.settings.neighbour_order};
  if (neighbours.wanted == request) return;
  StopJob(state, neighbours.job, effects);
  neighbours.wanted = request;
  neighbours.job = AddTableJob(state, view);
  std::shared_ptr<const NeighbourSums> known =
      neighbours.outcome == nullptr ? nullptr : neighbours.outcome->sums;
  if (known != nullptr &&
      (known->tree != request.tree || known->root != request.root || known->centre != request.centre)) {
    known = nullptr;
  }
  effects.push_back(effect::StartNeighbours{neighbours.job, view.shown, std::move(request), std::move(known),
                                            KnownFunctions(view)});
}

// A tree that is shown no more is not kept for tables that nobody looks at.
void ForgetOtherTrees(AppState& state, ViewState& view, Effects& effects) {
  const CctPtr& tree = view.shown.tree;
  TableState& table = view.table;
  if (table.outcome != nullptr && table.outcome->request.tree != tree) table.outcome = nullptr;
  if (table.wanted && table.wanted->tree != tree) {
    StopJob(state, table.job, effects);
    table.wanted.reset();
  }
  NeighboursState& neighbours = view.neighbours;
  if (neighbours.outcome != nullptr && neighbours.outcome->request.tree != tree) neighbours.outcome = nullptr;
  if (neighbours.wanted && neighbours.wanted->tree != tree) {
    StopJob(state, neighbours.job, effects);
    neighbours.wanted.reset();
  }
  if (neighbours.seen_tree != tree) {
    neighbours.seen_tree = nullptr;
    neighbours.seen.reset();
  }
}

}  // namespace

void RefreshTables(AppState& state, Effects& effects) {
  ViewState* view = ActiveView(state);
  const bool has_rows = TableTabShown(state) || NeighboursTabShown(state);
  for (ViewState& other : state.views) {
    if (has_rows && &other == view) continue;
    other.hovered_function.reset();
    ForgetOtherTrees(state, other, effects);
  }
  if (view == nullptr || state.quit_requested) return;
  if (TableTabShown(state)) RefreshTable(state, *view, effects);
  if (NeighboursTabShown(state)) RefreshNeighbours(state, *view, effects);
}

void Do(AppState& state, const action::ShowTable& show, Effects& effects) {
  if (state.settings.table_by != show.by) {
    state.settings.table_by = show.by;
    effects.push_back(effect::SaveSettings{state.settings});
    // What was typed was about other rows.
    for (ViewState& view : state.views) view.table.filter.clear();
  }
  Do(state, action::ShowDockTab{DockTab::kFunctions}, effects);
}

void Do(AppState& state, const action::SortTable& sort, Effects& effects) {
  if (state.settings.table_order == sort.order) return;
  state.settings.table_order = sort.order;
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const action::SetTableFilter& set, Effects&) {
  if (ViewState* view = ActiveView(state)) view->table.filter = set.text;
}

void Do(AppState& state, const action::HoverFunction& hover, Effects&) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  view->hovered_function.reset();
  if (hover.frame && *hover.frame < view->tree().frames().size()) view->hovered_function = hover.frame;
}

void Do(AppState& state, const action::ShowNeighbours& show, Effects& effects) {
  Do(state, action::ChooseFunction{show.frame}, effects);
  Do(state, action::ShowDockTab{DockTab::kCallers}, effects);
}

void Do(AppState& state, const action::StepNeighbours& step, Effects&) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || view->neighbours.history.empty()) return;
  NeighboursState& neighbours = view->neighbours;
  const auto last = static_cast<int64_t>(neighbours.history.size()) - 1;
  const int64_t at = std::clamp<int64_t>(static_cast<int64_t>(neighbours.at) + step.steps, 0, last);
  if (at == static_cast<int64_t>(neighbours.at)) return;
  neighbours.at = static_cast<size_t>(at);
  neighbours.choose_when_done = true;
}

void Do(AppState& state, const action::SortNeighbours& sort, Effects& effects) {
  if (state.settings.neighbour_order == sort.order) return;
  state.settings.neighbour_order = sort.order;
  effects.push_back(effect::SaveSettings{state.settings});
}

// Changes with every pixel of a drag, and is written when that ends: then the same width comes once more.
void Do(AppState& state, const action::SetColumnWidth& set, Effects& effects) {
  std::vector<ColumnWidth>& widths = state.settings.column_widths;
  const float before = ColumnWidthOf(state.settings, set.column);
  const float width = set.width <= 0 ? 0 : std::clamp(set.width, kMinColumnWidth, kMaxColumnWidth);
  if (width == before) {
    effects.push_back(effect::SaveSettings{state.settings});
    return;
  }
  std::erase_if(widths, [&](const ColumnWidth& one) { return one.column == set.column; });
  if (width > 0 && widths.size() < kMaxSettingsLines) widths.push_back({set.column, width});
}

void Do(AppState& state, const action::TableFinished& finished, Effects&) {
  (void)TakeJob(state, finished.job);
  for (ViewState& view : state.views) {
    if (view.table.job != finished.job) continue;
    view.table.job = kNoJob;
    if (finished.outcome == nullptr) {
      view.table.wanted.reset();  // it was cancelled, but is still wanted
    } else {
      view.table.outcome = finished.outcome;
    }
  }
}

void Do(AppState& state, const action::NeighboursFinished& finished, Effects&) {
  (void)TakeJob(state, finished.job);
  for (ViewState& view : state.views) {
    NeighboursState& neighbours = view.neighbours;
    if (neighbours.job != finished.job) continue;
    neighbours.job = kNoJob;
    if (finished.outcome == nullptr) {
      neighbours.wanted.reset();
      continue;
    }
    neighbours.outcome = finished.outcome;
    const NeighbourSums* sums = finished.outcome->sums.get();
    if (!std::exchange(neighbours.choose_when_done, false) || sums == nullptr) continue;
    if (sums->group == kNoGroup || sums->tree != view.shown.tree) continue;
    view.chosen_function = neighbours.seen = sums->grouping->first_frame[sums->group];
  }
}

}  // namespace ringscope::apply
