#include <array>
#include <utility>

#include "app/files/documents.h"
#include "app/files/recording/recording.h"
#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/tables/columns.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/view/command_tables.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/context_steps.h"
#include "app/window/window_actions.h"

namespace ringscope::command {
namespace {

Maybe OpenProfile(State) { return action::ShowOpenDialog{true}; }

Maybe Reload(State state) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr || !document->has_file) return std::nullopt;
  return action::OpenFile{document->path, false, document->naming, document->detail};
}

// Loads the profile again with a detail that it lacks, or without one that it has.
template <bool ReadingDetail::*kDetail>
Maybe ToggleDetail(State state) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr) return std::nullopt;
  return OpenWithDetailToggled(kDetail, *document);
}

Maybe Classes(State state) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr || document->reading != kNoJob) return std::nullopt;
  return action::LookUpClasses{document->id};
}

Maybe CloseActive(const ViewState& view) { return action::CloseView{view.id}; }

Maybe Tab(State state, size_t steps) {
  const ViewState* active = ActiveView(state);
  if (active == nullptr || state.views.size() < 2) return std::nullopt;
  const auto at = static_cast<size_t>(active - state.views.data());
  return action::ActivateView{state.views[(at + steps) % state.views.size()].id};
}

Maybe Report(State state) {
  if (ActiveDocument(state) == nullptr) return std::nullopt;
  return action::ShowReport{true};
}

Maybe OtherTheme(State state) {
  return action::SetTheme{state.settings.theme == Theme::kDark ? Theme::kLight : Theme::kDark};
}

// One dialog is open at a time: the key of a dialog closes it, and opens it if no other is open.
template <typename Show, auto kOpen>
Maybe Toggle(State state) {
  if (DialogOpen(state) && !(state.*kOpen)) return std::nullopt;
  return Show{!(state.*kOpen)};
}

Maybe Zoom(State state, int percent) {
  if (percent == state.settings.zoom_percent) return std::nullopt;
  return action::SetZoom{percent};
}

// Switches a setting of views.
template <bool Settings::*kSetting>
Maybe Switch(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::Change<bool, kSetting>{!(state.settings.*kSetting)};
}

Maybe Callers(const ViewState& view) {
  // A pointed function wins over the chosen one.
  const auto function = FunctionOf(view.tree(), SubjectOf(view));
  if ((!view.pointed && !view.hovered_function) || !function) return action::ShowDockTab{DockTab::kCallers};
  return action::ShowNeighbours{*function};
}

std::string NoFilter(State state) {
  const bool has_one = DockShows(state, DockTab::kFunctions) || DockShows(state, DockTab::kTree);
  if (ActiveView(state) == nullptr || !state.settings.dock_open || has_one) return {};
  return "Functions and the tree have a filter; show one of them";
}

// Opens the tab, or closes the dock if it shows the tab.
template <DockTab kTab>
Maybe DockWith(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  if (DockShows(state, kTab)) return action::ShowDock{false};
  return action::ShowDockTab{kTab};
}

Maybe Filter(State state) {
  if (ActiveView(state) == nullptr || !NoFilter(state).empty()) return std::nullopt;
  return action::FocusTableFilter{};
}

template <bool TableColumns::*kShown>
Maybe ToggleColumns(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  TableColumns columns = ShownColumns(state);
  columns.*kShown = !(columns.*kShown);
  return action::SetTableColumns{std::move(columns)};
}

// Columns of all metrics of the profile; or, if others than the drawn one have columns, of the drawn one
// alone.
Maybe AllMetrics(const ViewState& view, const TableColumns& before) {
  TableColumns columns = before;
  columns.metrics.clear();
  if (before.metrics.empty())
    for (const Metric& metric : view.tree().metrics()) columns.metrics.push_back(metric.name);
  return action::SetTableColumns{std::move(columns)};
}

constexpr std::string_view kFile = "Files", kTables = "Tables", kWindow = "Window";

constexpr std::array kCommands{
    Command{"file.open", kFile, "Open a profile", "Ctrl+O", OpenProfile},
    Command{"file.record", kFile, "Record a program", "Ctrl+Shift+R",
            Toggle<action::ShowRecordDialog, &AppState::record_dialog_open>},
    Command{"file.reload", kFile, "Load the profile again", "F5, Ctrl+R", Reload},
    Command{"file.lines", kFile, "Load the profile again with costs by source line, or without", "",
            ToggleDetail<&ReadingDetail::lines>},
    Command{"file.call-sites", kFile, "Load the profile again with its call sites apart, or merged", "",
            ToggleDetail<&ReadingDetail::call_sites>},
    Command{"file.classes", kFile, "Look up the classes of native functions in debug information", "",
            Classes},
    Command{"file.save", kFile, "Save or export what is shown", "Ctrl+S",
            InView<action::ShowSaveDialog, true>},
    Command{"file.report", kFile, "What the import skipped", "", Report},
    Command{"tab.close", kFile, "Close the tab", "Ctrl+W", OfView<CloseActive>},
    Command{"tab.duplicate", kFile, "The same view in another tab", "", InView<action::DuplicateView>},
    Command{"tab.next", kFile, "Next tab", "Ctrl+Tab, Ctrl+PageDown",
            [](State state) { return Tab(state, 1); }},
    Command{"tab.previous", kFile, "Previous tab", "Ctrl+Shift+Tab, Ctrl+PageUp",
            [](State state) { return Tab(state, state.views.size() - 1); }},
    Command{"window.dock", kTables, "Tables and source below the chart", "Ctrl+J",
            Switch<&Settings::dock_open>},
    Command{"table.functions", kTables, "Show functions", "Shift+F",
            InView<action::ShowTable, GroupBy::kFunction>},
    Command{"table.modules", kTables, "Show modules", "", InView<action::ShowTable, GroupBy::kModule>},
    Command{"table.packages", kTables, "Show packages", "", InView<action::ShowTable, GroupBy::kPackage>},
    Command{"table.classes", kTables, "Show classes", "", InView<action::ShowTable, GroupBy::kClass>},
    Command{"table.files", kTables, "Show files", "", InView<action::ShowTable, GroupBy::kFile>},
    Command{"table.kinds", kTables, "Show kinds of code", "", InView<action::ShowTable, GroupBy::kKind>},
    Command{"table.threads", kTables, "Show threads", "", InView<action::ShowTable, GroupBy::kThread>},
    Command{"table.callers", kTables, "Callers and callees", "Shift+C", OfView<Callers>},
    Command{"table.tree", kTables, "Tree table", "Shift+T, Ctrl+T", DockWith<DockTab::kTree>},
    Command{"table.hot-path", kTables, "Hot path: go where the cost goes, and unfold the tree table to there",
            "P", InView<action::ExpandHotPath>},
    Command{"chart.hot-path", kTables, "Outline the hot path, or not", "",
            Switch<&Settings::outline_hot_path>},
    Command{"table.matches", kTables, "List of matches", "Ctrl+L", DockWith<DockTab::kMatches>},
    Command{"table.sort-next", kTables, "Sort the table by the next column", ".", SortByNextColumn, false,
            nullptr, NothingToSort},
    Command{"table.sort-other-way", kTables, "Sort the table the other way round", ",", SortOtherWay, false,
            nullptr, NothingToSort},
    Command{"table.filter", kTables, "Filter the table", "Ctrl+Shift+F", Filter, false, nullptr, NoFilter},
    Command{"table.share-total", kTables, "Columns: share of the total, or not", "",
            ToggleColumns<&TableColumns::of_total>},
    Command{"table.share-centre", kTables, "Columns: share of the centre, or not", "",
            ToggleColumns<&TableColumns::of_centre>},
    Command{"table.bars", kTables, "Columns: bars, or not", "", ToggleColumns<&TableColumns::bars>},
    Command{"table.metrics", kTables, "Columns: all metrics of the profile, or one", "",
            [](State state) -> Maybe {
              const ViewState* view = ActiveView(state);
              return view == nullptr ? std::nullopt : AllMetrics(*view, ShownColumns(state));
            }},
    Command{"window.next-area", kWindow, "Keyboard to the next part: chart, side panel, tables", "Tab",
            InView<action::StepKeyboardArea, 1>},
    Command{"window.previous-area", kWindow, "Keyboard to the part before", "Shift+Tab",
            InView<action::StepKeyboardArea, -1>},
    Command{"window.theme", kWindow, "Dark or light", "T", OtherTheme},
    Command{"window.animations", kWindow, "Animations on or off", "",
            [](State state) -> Maybe { return action::SetAnimations{!state.settings.animations}; }},
    Command{"window.clear", kWindow, "Close, clear search or selection", "Esc",
            [](State) -> Maybe { return action::Clear{}; }, true},
    Command{"window.keys", kWindow, "Mouse and keys", "?, F1",
            Toggle<action::ShowKeyList, &AppState::key_list_open>, true},
    Command{"window.palette", kWindow, "Every command by name", "Ctrl+Shift+P",
            Toggle<action::ShowPalette, &AppState::palette_open>, true},
    Command{"window.settings", kWindow, "Settings", "Ctrl+,",
            Toggle<action::ShowSettings, &AppState::settings_open>, true},
    Command{"window.zoom-in", kWindow, "Larger interface", "Ctrl++, Ctrl+=",
            [](State state) { return Zoom(state, NextZoom(state.settings.zoom_percent, 1)); }, true},
    Command{"window.zoom-out", kWindow, "Smaller interface", "Ctrl+-",
            [](State state) { return Zoom(state, NextZoom(state.settings.zoom_percent, -1)); }, true},
    Command{"window.zoom-reset", kWindow, "Default interface size", "Ctrl+0",
            [](State state) { return Zoom(state, 100); }, true},
    Command{"window.quit", kWindow, "Quit", "Ctrl+Q", [](State) -> Maybe { return action::Quit{}; }},
};

}  // namespace

std::span<const Command> Window() { return kCommands; }

}  // namespace ringscope::command
