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

// The parts of the window that the keyboard goes to.
enum class KeyboardArea : uint8_t { kChart, kSide, kDock };

// The part that has the keyboard. `serial` grows when a command gives the keyboard to `area`.
struct KeyboardFocus {
  KeyboardArea area = KeyboardArea::kChart;
  bool is_shown = false;  // a ring shows the area: for users who went there with a key
  uint64_t serial = 0;
};

// A text that a menu offers to copy.
struct CopyOffer {
  std::string what;  // "the inclusive cost"
  std::string text;
};

// One context; else all contexts of a function; else those that a query selects, such as a module's row.
struct CommandSubject {
  ContextId context = kNoContext;
  std::optional<FrameId> function;  // if `context` is kNoContext
  std::string group;                // a query; if there is neither context nor function
  [[nodiscard]] bool empty() const { return context == kNoContext && !function && group.empty(); }
  friend bool operator==(const CommandSubject&, const CommandSubject&) = default;
};

// The menu about one piece of a chart or one row of a table, while it is open. As an action (see shell.h) it
// opens, if the active view has what it is about.
struct ContextMenuState {
  CommandSubject on;                    // of a context the exact one, also inside a rest segment
  std::string name = {};                // of a group
  std::string row = {};                 // of a table, as text, to be copied; empty: no row
  std::optional<FrameId> in_file = {};  // of a group that is a file: a function in it
  std::vector<CopyOffer> copies = {};   // or about these texts alone
  ContextRange rest = {};               // non-empty: the menu is about this rest segment of `rest_parent`
  ContextId rest_parent = kNoContext;
  float x_px = 0, y_px = 0;  // where it opens, in pixels of the window
  // Set when it opens.
  CctPtr tree = {};  // the tree of the contexts; the menu goes when its view shows another tree
  uint32_t view = 0;
  uint64_t serial = 0;  // tells a menu opened anew from one that is still open
};

// What ends a note, besides leaving or closing its view.
enum class NoteEnd : uint8_t {
  kMovedOn,    // the view shows another place or another tree
  kAnswered,   // also something else is pointed at, selected or searched for: the note asked for it
  kRead,       // the profile is whole
  kEditorSet,  // the settings name an editor
};

// A short sentence in the status bar; `serial` grows, which tells a note shown again from a note still shown.
// Shown with the document it is about, or with the document that was before the user then; 0: on the start
// page. The note goes when its subject is over.
struct StatusNote {
  std::string text;
  DocumentId document = 0;
  uint64_t serial = 0;
  NoteEnd end = NoteEnd::kMovedOn;
  bool offers_comparison = false;  // with the profile that was opened before
  // The view that showed the document, and what the view showed; nothing on the start page.
  ViewId view = 0;
  bool was_active = false;
  CctPtr tree;
  ViewRoot root;
  std::optional<Pointed> pointed;
  ContextId selected = kNoContext;
  bool searches = false;
};

// A check of every column of a tree. A tree that was just imported is right by construction; a tree from a
// file may have been damaged on disk.
struct CheckRequest {
  CctPtr tree;
  friend bool operator==(const CheckRequest&, const CheckRequest&) = default;
};
struct TreeCheck {
  std::string problem;  // empty: the tree is right
};

// What a comparison is made of. The document of a comparison keeps the request, with the compared trees, so
// that the comparison can be made again by other rules.
struct CompareRequest {
  std::vector<CompareInput> before, after;
  // The executions of one tree, in place of `before` and `after`.
  CctPtr executions_of;
  std::vector<size_t> executions_before, executions_after;
  CompareOptions options;       // with the rules of the file
  std::filesystem::path rules;  // ReadRulesFile()
  // Functions that have another name on the other side, gone and new, in this comparison alone.
  std::vector<std::pair<std::string, std::string>> joined;
  SideSources source;  // empty: what the executions say, if anything
};

// One opened profile.
struct DocumentState {
  DocumentId id = 0;
  JobId asked_by = kNoJob;  // grows in the order in which files were asked for
  std::filesystem::path path;
  bool has_file = true;  // false: the program made it, and `path` is only its name
  std::string title;     // file name, with folders if another open file has the same name (DistinctTitles)
  MetricNaming naming;   // from opening, also to open the file again
  ReadingDetail detail;  // also from opening
  LoadedTree opened;     // as the file or the import gave it
  bool has_thread_ring = false;
  Task<CheckRequest, TreeCheck> check;
  bool damage_told = false;
  std::shared_ptr<const CompareRequest> compared;  // what a comparison was made of; null: a file that was
                                                   // read, or no comparison
  Slots slots;                                     // what single rooms remember of the document
  JobId reading = kNoJob;                          // the running load; `opened` is what it has read so far
};

// One chart in the window. Several panes may show one view (rings and icicle) or different views (before and
// after).
struct PaneState {
  ViewId view = 0;
  float width_px = 1040;
  float height_px = 830;
  KindValues kinds;     // what kinds of view keep of their charts
  KindValues measured;  // what the kinds found out while laying out
  Slots slots;          // what single rooms remember of the pane
};

// Something the user has to know, shown in a dialog until dismissed.
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

// Everything the viewer knows: plain data, changed by Apply() alone. Layouts, textures and widgets are
// derived from it.
struct AppState {
  Settings settings;
  KeyMap keys = DefaultKeyMap();  // follow from the settings; UseSettings() changes both
  std::vector<DocumentState> documents;
  std::vector<ViewState> views;  // one tab each
  std::vector<PaneState> panes;  // side by side; none: the start page
  size_t active_pane = 0;        // the pane that panels and keys speak of
  // The active view, if it is shown only because it was there before files asked for earlier; 0 once the user
  // has chosen.
  ViewId shown_meanwhile = 0;
  // Panes of different views follow each other in view root, metric, selection and how they are drawn.
  bool linked = true;
  Slots slots;                      // what single rooms and kinds remember of the window
  bool offers_start_files = false;  // the start page offers files, to someone who looks at it
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
  bool derived_dialog_open = false;  // in which derived metrics are written
  bool transform_menu_open = false;
  std::string transform_text;  // the text that the menu's field begins with
  bool report_open = false;    // what an import skipped
  KeyboardFocus keyboard;
  uint64_t focus_search_serial = 0;  // grows when the search box shall take the keyboard
  // A box that was asked for and gets the keyboard in a frame or two. Keys typed meanwhile belong to the box.
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
// Whether a dialog lies over everything.
[[nodiscard]] bool DialogOpen(const AppState& state);

// An action on the active view may take that too: nothing is done on the start page.
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

// The pane that "beside" means: the pane behind the active one, around to the first. The active pane if it is
// the only one.
[[nodiscard]] size_t PaneBeside(const AppState& state);
// What a pane shows; null if the pane does not exist.
[[nodiscard]] const ViewState* ViewOfPane(const AppState& state, size_t pane);
[[nodiscard]] ViewState* ViewOfPane(AppState& state, size_t pane);

}  // namespace ringscope
