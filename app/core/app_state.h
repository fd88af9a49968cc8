#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/colors/legend_state.h"
#include "app/commands/context_menu_state.h"
#include "app/commands/key_map.h"
#include "app/documents/loaded_tree.h"
#include "app/search/search_state.h"
#include "app/settings/settings.h"
#include "app/source/source_state.h"
#include "app/tables/table_state.h"
#include "app/tables/tree_table_state.h"
#include "app/view/view_history.h"
#include "cct/base/job_control.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"
#include "renderer/color/color_mode.h"
#include "renderer/layout/view.h"

namespace ringscope {

using DocumentId = uint32_t;
using ViewId = uint32_t;
using JobId = uint32_t;
inline constexpr JobId kNoJob = 0;

// How far the background check of a document's columns is.
enum class VerifyStatus : uint8_t { kNotNeeded, kRunning, kPassed, kFailed, kCancelled };

// One opened profile.
struct DocumentState {
  DocumentId id = 0;
  JobId asked_by = kNoJob;  // grows in the order in which files were asked for
  std::filesystem::path path;
  std::string title;  // file name, with folders where another one open has it too (DistinctTitles)
  LoadedTree opened;  // as the file or the import gave it
  bool has_thread_ring = false;
  VerifyStatus verify = VerifyStatus::kNotNeeded;
  std::string verify_error;
  JobId reading = kNoJob;  // the load that goes on; `opened` is what it has read so far
};

// The transforms through which a view shows its document.
struct PipelineState {
  Pipeline applied;                   // what the view's tree is the result of
  std::vector<StepOutcome> outcomes;  // one a step of `applied`
  Pipeline wanted;                    // differs from `applied` only while `job` runs
  JobId job = kNoJob;
  std::vector<Pipeline> undo, redo;  // newest last
  std::string root_when_done;  // call path to go to in the result of `job`; empty: the same place as before
};

// What the pointer is on. A rest segment is its caller (`context`) and the run it stands for.
struct Pointed {
  ContextId context = kNoContext;  // the exact context, also where it is too small to be drawn
  ContextRange rest;               // non-empty: the pointer is on this rest segment
  ContextId rest_parent = kNoContext;
  friend bool operator==(const Pointed&, const Pointed&) = default;
};

// One way to look at one document: its tree after a pipeline of transforms, and where in it one is.
struct ViewState {
  ViewId id = 0;
  DocumentId document = 0;
  LoadedTree shown;  // never null: the document's own tree, or what the pipeline made of it
  PipelineState pipeline;
  MetricIndex metric = 0;
  ColorSpec color;
  ViewHistory history;
  std::optional<Pointed> pointed;
  ContextId selected = kNoContext;
  // All contexts of this frame's function light up, until a context is selected.
  std::optional<FrameId> chosen_function;
  std::optional<FrameId> hovered_function;  // the row of a table under the pointer: lights up before these
  SearchState search;
  SourceState source;
  TableState table;
  NeighboursState neighbours;
  TreeTableState tree_table;
  // Why this view is elsewhere than the one that it follows; empty: it is where that is, or follows none.
  std::string not_followed;

  [[nodiscard]] const Cct& tree() const { return *shown.tree; }
  [[nodiscard]] const FunctionIndex& functions() const { return *shown.functions; }
};

// One chart in the window: a view in one form. Two panes may show one view (rings and icicle) or two (before
// and after).
struct PaneState {
  ViewId view = 0;
  ChartForm form = ChartForm::kRings;
  float width_px = 1040;
  float height_px = 830;
  uint32_t drawn_layers = 0;  // by its last layout; 0 before the first
  uint32_t layers_below = 0;  // the view root's, the centre included; known with drawn_layers
  std::optional<Lens> lens;   // follows the pointer while the lens is on

  // Both are known again after the next layout.
  void ForgetLayers() { drawn_layers = layers_below = 0; }
};
inline constexpr size_t kMaxPanes = 2;

enum class JobKind : uint8_t {
  kLoad,
  kVerify,
  kTransform,
  kSave,
  kSource,
  kSearch,
  kSortMatches,
  kTable,
  kLegend
};

// Work in the background, as far as it is shown. The thread itself belongs to the JobRunner.
struct JobState {
  JobId id = kNoJob;
  JobKind kind = JobKind::kLoad;
  std::string label;           // "Opening big.folded"
  std::filesystem::path path;  // of what is being opened
  DocumentId document = 0;     // that the job works for; 0 while opening, before anything is shown
  uint64_t done_units = 0;
  uint64_t total_units = 0;  // 0 = unknown
  bool cancelling = false;
  bool one_of_several = false;  // files that were asked for at once
};

// Something the user has to know, shown in a dialog until dismissed.
struct ErrorNotice {
  std::string title;
  std::string message;
};

// A text field that takes the keyboard when it comes up.
enum class TextBox : uint8_t { kNone, kSearch, kPalette, kTransform, kOpen, kSave };

// A short sentence in the status bar; `serial` grows, so that showing it again can be told from showing it
// still. Shown with the document it is about, or with the one that was before the user then; 0: on the start
// page.
struct StatusNote {
  std::string text;
  DocumentId document = 0;
  uint64_t serial = 0;
};

// Everything the viewer knows: plain data, changed by Apply() alone. Layouts, textures and widgets are
// derived from it.
struct AppState {
  Settings settings;
  KeyMap keys = DefaultKeyMap();  // that follow from the settings; changed with them by UseSettings()
  std::vector<DocumentState> documents;
  std::vector<ViewState> views;      // one tab each
  std::vector<PaneState> panes;      // side by side; none: the start page
  std::vector<LegendState> legends;  // of the panes
  size_t active_pane = 0;            // the one that panels and keys speak of
  // Shown only because it was there before those asked for earlier; 0 once the user has chosen.
  ViewId shown_meanwhile = 0;
  // Panes of different views follow each other in view root, depth, mode, metric and selection.
  bool linked = true;
  bool lens_on = false;
  std::vector<JobState> jobs;
  std::vector<ErrorNotice> errors;  // oldest first
  StatusNote note;

  std::optional<ContextMenuState> context_menu;
  uint64_t context_menus_opened = 0;
  bool palette_open = false;
  bool settings_open = false;
  bool key_list_open = false;
  bool open_dialog_open = false;
  bool save_dialog_open = false;
  bool derived_dialog_open = false;  // in which derived metrics are written
  bool transform_menu_open = false;
  bool report_open = false;          // what an import skipped
  uint64_t focus_search_serial = 0;  // grows when the search box shall take the keyboard
  // Was asked for and has not got the keyboard yet, a frame or two: what is typed meanwhile is meant for it.
  TextBox awaited_box = TextBox::kNone;
  bool quit_requested = false;

  DocumentId next_document = 1;
  ViewId next_view = 1;
  JobId next_job = 1;
};

// The active view and its document; nullptr on the start page.
[[nodiscard]] const ViewState* ActiveView(const AppState& state);
[[nodiscard]] ViewState* ActiveView(AppState& state);
[[nodiscard]] const DocumentState* FindDocument(const AppState& state, DocumentId id);
[[nodiscard]] DocumentState* FindDocument(AppState& state, DocumentId id);
[[nodiscard]] const DocumentState* ActiveDocument(const AppState& state);

[[nodiscard]] const ViewState* FindView(const AppState& state, ViewId id);
[[nodiscard]] ViewState* FindView(AppState& state, ViewId id);
[[nodiscard]] const PaneState* ActivePane(const AppState& state);

// The function whose contexts light up: of what is pointed at in a chart or a table, else the chosen one,
// else the selected context's. A rest segment is many functions: nothing lights up.
[[nodiscard]] FunctionId LitFunction(const ViewState& view);

// Whether a dialog lies over everything.
[[nodiscard]] bool DialogOpen(const AppState& state);

// Whether the view's (wanted) pipeline leaves the thread ring out.
[[nodiscard]] bool ThreadsMerged(const ViewState& view);

// What a pane's chart shall show; nothing for a pane that is not there.
[[nodiscard]] std::optional<ViewSpec> PaneSpec(const AppState& state, size_t pane);

}  // namespace ringscope
