#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/app_state.h"
#include "cct/base/result.h"

namespace ringscope::action {

// Everything that can happen to the state. The user's hands, the command line, tests and finished jobs all
// speak this.

// Documents.
struct OpenFile {
  std::filesystem::path path;
  // One of several: it does not push aside what is shown unless that came up for want of an earlier one.
  bool one_of_several = false;
};
struct CloseDocument {
  DocumentId document = 0;
};
struct ActivateView {
  ViewId view = 0;
};                        // in the active pane
struct DuplicateView {};  // another tab of the active view
struct CloseView {
  ViewId view = 0;
};  // the document goes with its last view
struct SaveAs {
  std::filesystem::path path;
};  // what is shown, in the format that the name's ending says
struct ForgetRecentFile {
  std::string path;
};

// Where the chart looks.
struct ZoomTo {
  ContextId context = kRootContext;
};
struct OpenRest {
  ViewRoot root;
};                      // a run of siblings shares the whole circle
struct LeaveCenter {};  // click on the centre: the view root before this one
struct GoBack {};
struct GoForward {};
struct GoToCaller {};
struct GoToWholeTree {};
struct SetMode {
  RingMode mode = RingMode::kLength;
};
struct SetMetric {
  MetricIndex metric = 0;
};
struct SetDepth {
  uint32_t depth_limit = kAllLayers;
};
struct ChangeDepth {
  int steps = 0;
};  // turns of the wheel; positive shows more layers
struct LayersDrawn {
  size_t pane = 0;
  uint32_t count = 0;
};  // what the layout made of the depth limit, the centre included
struct ResizeChart {
  size_t pane = 0;
  float width_px = 0;
  float height_px = 0;
};

// Charts side by side.
struct ActivatePane {
  size_t pane = 0;
};
struct ShowBeside {
  ViewId view = 0;
  ChartForm form = ChartForm::kRings;
};  // opens the second pane, or changes what it shows
struct ClosePane {
  size_t pane = 0;
};
struct SetForm {
  ChartForm form = ChartForm::kRings;
};  // of the active pane
struct SetLinked {
  bool linked = true;
};
struct ShowLens {
  bool on = true;
};
struct MoveLens {
  size_t pane = 0;
  std::optional<Lens> lens;
};

// The tree that is shown: transforms of the active view.
struct SetPipeline {
  Pipeline pipeline;
};
struct AddTransform {
  TransformStep step;
};  // after the others
struct UndoTransform {};
struct RedoTransform {};
struct SetPipelineText {
  std::string text;
};  // as copied from elsewhere; an error when it is no pipeline
struct ShowTransformMenu {
  bool open = true;
};
struct SetThreadsMerged {
  bool merged = false;
};  // puts merge-threads in front, or takes it away

// What is looked at closely.
struct PointAt {
  std::optional<Pointed> pointed;
  std::optional<size_t> pane;  // where; the active one by default
};
struct Select {
  ContextId context = kNoContext;
};
struct ChooseFunction {
  FrameId frame = 0;
};                // lights up all contexts of its function
struct Clear {};  // Esc: dialogs, then the search, then the selection
struct CopyText {
  std::string text;
  std::string what;
};

// The tree table.
struct ExpandRow {
  ContextId context = kNoContext;
  bool expanded = true;
};
struct CollapseTree {};  // down to the view root's callees
// Follows the largest callees from a context (kNoContext: the selected one, else the view root) as long as
// each holds enough of its caller's cost, and selects the last.
struct ExpandHotPath {
  ContextId from = kNoContext;
};
struct SetHotPathShare {
  int percent = 50;
};
struct ShowInTree {
  ContextId context = kNoContext;
};  // selects it and opens the table where it stands

// Source.
struct OpenSource {
  ContextId context = kNoContext;
};                       // selects the context and shows its source
struct ReloadSource {};  // the file or the path mappings changed
struct OpenInEditor {
  std::filesystem::path path;
  uint32_t line = 0;
};

// Tables below the charts.
struct ShowTable {
  GroupBy by = GroupBy::kFunction;
};  // opens the dock with it
struct SortTable {
  TableOrder order;
};
struct SetTableFilter {
  std::string text;
};
struct HoverFunction {
  std::optional<FrameId> frame;
};  // a row of a table: its function lights up while the pointer is on it
struct ShowNeighbours {
  FrameId frame = 0;
};  // chooses the function and shows its callers and callees
struct StepNeighbours {
  int steps = 0;
};  // back (negative) and forward through the functions looked at
struct SortNeighbours {
  TableOrder order;
};
struct SetColumnWidth {
  std::string column;  // as ColumnWidth names it
  float width = 0;     // in units of the content scale; 0: as it was made
};
struct OpenFunctionMenu {
  FrameId frame = 0;
  float x_px = 0;
  float y_px = 0;  // in the window
};

// Search.
struct SetSearchText {
  std::string text;
};
struct FocusSearch {};
// The text box that was awaited has the keyboard.
struct KeyboardTaken {};
struct StepMatch {
  int steps = 1;
};
// Moves so that a match, however thin, can be seen, and selects it. kNoContext: the match looked at last,
// else the first one.
struct GoToMatch {
  ContextId context = kNoContext;
};
struct SortMatches {};     // for a list of them, unless that is done or under way
struct FilterBySearch {};  // only stacks through matches stay: the search becomes a step of the pipeline

// Colours and metrics computed from others.
struct SetColor {
  ColorSpec color;
};
struct ShowLegend {
  bool open = true;
};
struct WantLegendCosts {
  size_t pane = 0;
  LegendCostsRequest request;
};  // the pane's chart drew a legend that lacks them
struct ShowDerivedMetrics {
  bool open = true;
};  // the dialog in which they are written
struct SetDerivedMetrics {
  std::vector<DerivedMetric> metrics;
};

// Menus and commands.
struct OpenContextMenu {
  Pointed on;  // a context of the active view, or a rest segment
  float x_px = 0;
  float y_px = 0;  // in the window
};
struct CloseContextMenu {};
struct ShowPalette {
  bool open = true;
};
struct ShowSettings {
  bool open = true;
};
struct SetZoom {
  int percent = 100;
};  // of the user interface
struct SetDefaultView {
  RingMode mode = RingMode::kLength;
  uint32_t depth_limit = kAllLayers;
};  // that new profiles open with
struct SetSourceSettings {
  std::string editor_command;
  std::vector<PathMapping> path_mappings;
  std::vector<std::string> source_folders;
};

// The window around it.
struct SetTheme {
  Theme theme = Theme::kDark;
};
struct SetAnimations {
  bool on = true;
};
struct SetWindowSize {
  int width = 0;
  int height = 0;
};
struct SetSidePanelWidth {
  float width = 0;
};
struct ShowDock {
  bool open = true;
};
struct ShowDockTab {
  DockTab tab = DockTab::kSource;
};  // opens the dock
struct SetDockHeight {
  float height = 0;
};
struct ShowKeyList {
  bool open = true;
};
struct ShowOpenDialog {
  bool open = true;
};
struct ShowSaveDialog {
  bool open = true;
};
struct ShowReport {
  bool open = true;
};
struct ShowNote {
  std::string text;
};  // in the status bar
struct ReportError {
  ErrorNotice notice;
};
struct DismissError {};
struct Quit {};

// Jobs.
struct CancelJob {
  JobId job = kNoJob;
};
struct JobProgressed {
  JobId job = kNoJob;
  uint64_t done_units = 0;
  uint64_t total_units = 0;
};
struct PreviewLoaded {  // what a load has read so far
  JobId job = kNoJob;
  LoadedTree tree;
};
struct LoadFinished {
  JobId job = kNoJob;
  Result<LoadedTree> tree;
};
struct WindowLoaded {
  JobId job = kNoJob;
  Result<LoadedWindow> loaded;
};
struct VerifyFinished {
  JobId job = kNoJob;
  Result<void> result;
};
struct SourceLoaded {
  JobId job = kNoJob;
  std::shared_ptr<const SourceView> view;  // null: cancelled
};
struct SaveFinished {
  JobId job = kNoJob;
  std::filesystem::path path;
  Result<void> result;
  std::vector<std::string> losses = {};  // what the file does not give back, a sentence each
};
struct TransformFinished {
  JobId job = kNoJob;
  Result<TransformedTree> result;
};
struct TableFinished {
  JobId job = kNoJob;
  std::shared_ptr<const TableOutcome> outcome;  // null: cancelled
};
struct NeighboursFinished {
  JobId job = kNoJob;
  std::shared_ptr<const NeighbourOutcome> outcome;  // null: cancelled
};
struct LegendCostsFinished {
  JobId job = kNoJob;
  std::shared_ptr<const LegendCosts> costs;  // null: cancelled, or the tree is damaged
};
struct SearchFinished {
  JobId job = kNoJob;
  std::shared_ptr<const SearchOutcome> outcome;
};
struct MatchesSorted {
  JobId job = kNoJob;
  std::shared_ptr<const SortedMatches> matches;  // null: cancelled
};

}  // namespace ringscope::action
