#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/effect.h"
#include "app/core/job.h"
#include "app/core/settings.h"
#include "app/core/task.h"
#include "app/view/state/kind_values.h"
#include "app/view/state/slots.h"
#include "app/view/state/view_state.h"
#include "app/widgets/key_chord.h"
#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"
#include "cct/tree/cct.h"
#include "cct/tree/metric.h"

namespace ringscope {

// The parts of the window that can have the keyboard.
enum class KeyboardArea : uint8_t { kChart, kSide, kDock };

// The part that has the keyboard. `serial` grows when a command gives the keyboard to `area`.
struct KeyboardFocus {
  KeyboardArea area = KeyboardArea::kChart;
  bool is_shown = false;  // a ring marks the area, after a key went there
  uint64_t serial = 0;
};

// A text that a menu offers to copy.
struct CopyOffer {
  std::string what;  // "the inclusive cost"
  std::string text;
};

// The subject of commands: one context; else all contexts of a function; else those that a query selects,
// such as the query of a module's row.
struct CommandSubject {
  ContextId context = kNoContext;
  std::optional<FrameId> function;  // if `context` is kNoContext
  std::string group;                // a query; if there is neither context nor function
  [[nodiscard]] bool empty() const { return context == kNoContext && !function && group.empty(); }
  friend bool operator==(const CommandSubject&, const CommandSubject&) = default;
};

// The menu about one segment of a chart or one row of a table, while it is open. As an action (see shell.h)
// it opens the menu, if the active view has the subject.
struct ContextMenuState {
  CommandSubject on;                    // the exact context, also inside a rest segment
  std::string name = {};                // of a group
  std::string row = {};                 // of a table, as text, to be copied; empty: no row
  std::optional<FrameId> in_file = {};  // of a group that is a file: a function in it
  std::vector<CopyOffer> copies = {};   // texts to copy; without `on` the menu is about these alone
  ContextRange rest = {};               // non-empty: the menu is about this rest segment of `rest_parent`
  ContextId rest_parent = kNoContext;
  float x_px = 0, y_px = 0;  // the place of the menu, in pixels of the window
  // Set when the menu opens.
  CctPtr tree = {};  // the tree of the contexts; the menu closes when its view shows another tree
  uint32_t view = 0;
  uint64_t serial = 0;  // tells a menu opened anew from one that is still open
};

// The event that ends a note, besides leaving or closing its view.
enum class NoteEnd : uint8_t {
  kMovedOn,    // the view shows another place or another tree
  kAnswered,   // kMovedOn, or the user points at, selects or searches for something, as the note asked
  kRead,       // the profile has been read whole
  kEditorSet,  // the settings name an editor
};

// A short sentence in the status bar. `serial` grows with each note. Belongs to a document: its subject, or
// the active one; 0: the start page. A rule drops the note when it is over (`end`).
struct StatusNote {
  std::string text;
  DocumentId document = 0;
  uint64_t serial = 0;
  NoteEnd end = NoteEnd::kMovedOn;
  bool offers_comparison = false;  // with the profile that was opened before
  // The view of the document when the note came, and its contents then; empty on the start page.
  ViewId view = 0;
  bool was_active = false;
  CctPtr tree;
  ViewRoot root;
  std::optional<Pointed> pointed;
  ContextId selected = kNoContext;
  bool searches = false;
};

// Asks for a check of every column of a tree. A tree that was just imported is right by construction; a tree
// from a file may have been damaged on disk.
struct CheckRequest {
  CctPtr tree;
  friend bool operator==(const CheckRequest&, const CheckRequest&) = default;
};
struct TreeCheck {
  std::string problem;  // empty: the tree is right
};

// The inputs of a comparison. The document of a comparison keeps the request, with the compared trees, so
// that the comparison can be made again by other rules.
struct CompareRequest {
  std::vector<CompareInput> before, after;
  // The executions of one tree, in place of `before` and `after`.
  CctPtr executions_of;
  std::vector<size_t> executions_before, executions_after;
  CompareOptions options;       // with the rules of the file
  std::filesystem::path rules;  // ReadRulesFile()
  // Pairs of names, gone and new, that are one function in this comparison alone.
  std::vector<std::pair<std::string, std::string>> joined;
  SideSources source;  // empty: the sources that the executions name, if any
};

// One opened profile.
struct DocumentState {
  DocumentId id = 0;
  JobId asked_by = kNoJob;  // grows in the order in which files were asked for
  std::filesystem::path path;
  bool has_file = true;  // false: the program made the profile, and `path` is only its name
  std::string title;     // file name, with folders if another open file has the same name (DistinctTitles)
  MetricNaming naming;   // from opening, to open the file again
  ReadingDetail detail;  // from opening
  LoadedTree opened;     // the tree of the file or the import, without transforms
  bool has_thread_ring = false;
  Task<CheckRequest, TreeCheck> check;
  bool damage_told = false;
  std::shared_ptr<const CompareRequest> compared;  // the inputs of a comparison; null for any profile that
                                                   // was read from a file
  Slots slots;                                     // values of single rooms
  JobId reading = kNoJob;                          // the running load; `opened` is what it has read so far
};

// One chart in the window. Several panes may show one view (rings and icicle) or different views (before and
// after).
struct PaneState {
  ViewId view = 0;
  float width_px = 1040;
  float height_px = 830;
  KindValues kinds;     // values of the kinds of view for their charts
  KindValues measured;  // values that the charts measured in their layout
  Slots slots;          // values of single rooms
};

// A message that a dialog shows until the user dismisses it.
struct ErrorNotice {
  std::string title;
  std::string message;
};

// A text field that takes the keyboard when it comes up.
enum class TextBox : uint8_t {
  kNone,
  kSearch,
  kPalette,
  kTransform,
  kOpen,
  kSave,
  kKeys,
  kFilter,
  kRecord,
  kSourceFolder
};

// Everything the viewer knows: plain data, changed by Apply() alone, from which layouts, textures and widgets
// are derived.
struct AppState {
  Settings settings;
  KeyMap keys = DefaultKeyMap();  // derived from the settings; UseSettings() changes both
  std::vector<DocumentState> documents;
  std::vector<ViewState> views;  // one tab each
  std::vector<PaneState> panes;  // side by side; empty: the start page
  size_t active_pane = 0;        // the pane that panels show and keys act on
  // The active view, if it is shown only until files that were asked for earlier have been read; 0 once the
  // user has chosen a view.
  ViewId shown_meanwhile = 0;
  // Panes of different views follow each other in view root, metric, selection, mode and colours.
  bool linked = true;
  Slots slots;                      // values of single rooms and kinds
  bool offers_start_files = false;  // the start page and the open dialog ask the disk about offered files
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
  bool compare_dialog_open = false;
  bool record_dialog_open = false;
  bool derived_dialog_open = false;  // the editor of derived metrics
  bool transform_menu_open = false;
  std::string transform_text;  // the text that the menu's field begins with
  bool report_open = false;    // the report of an import
  KeyboardFocus keyboard;
  uint64_t focus_search_serial = 0;  // grows when the search box shall take the keyboard
  // A box that was asked for and gets the keyboard in a frame or two. Keys until then belong to the box.
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
// The profile of a file, however its path is written.
[[nodiscard]] const DocumentState* FindDocumentByPath(const AppState& state,
                                                      const std::filesystem::path& path);
[[nodiscard]] inline DocumentState* FindDocumentByPath(AppState& state, const std::filesystem::path& path) {
  return const_cast<DocumentState*>(FindDocumentByPath(std::as_const(state), path));
}
[[nodiscard]] const DocumentState* ActiveDocument(const AppState& state);

[[nodiscard]] const ViewState* FindView(const AppState& state, ViewId id);
[[nodiscard]] ViewState* FindView(AppState& state, ViewId id);
[[nodiscard]] const PaneState* ActivePane(const AppState& state);

// Whether any pane shows the view.
[[nodiscard]] bool IsShown(const AppState& state, ViewId id);
// Whether the dock is open and shows `tab`.
[[nodiscard]] bool DockShows(const AppState& state, DockTab tab);
// Whether a dialog or a message is open, which lies over everything.
[[nodiscard]] bool DialogOpen(const AppState& state);

// Lets Do() of an action take the active view, too; does nothing on the start page.
template <typename T>
requires requires(AppState& state, ViewState& view, const T& one, action::Effects& effects) {
  Do(state, view, one, effects);
}
void Do(AppState& state, const T& one, action::Effects& effects) {
  if (ViewState* view = ActiveView(state)) Do(state, *view, one, effects);
}
namespace action {
using ringscope::Do;
}  // namespace action

// The document's title and the steps of the view: "javac.folded | invert".
[[nodiscard]] std::string TitleWithSteps(const DocumentState& document, const ViewState& view);

// The pane beside the active one: the next one, after the last the first. The active pane if it is the only
// one.
[[nodiscard]] size_t PaneBeside(const AppState& state);
// The view of a pane; null if the pane does not exist.
[[nodiscard]] const ViewState* ViewOfPane(const AppState& state, size_t pane);
[[nodiscard]] ViewState* ViewOfPane(AppState& state, size_t pane);

}  // namespace ringscope
