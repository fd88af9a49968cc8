#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/ids.h"
#include "app/core/job.h"
#include "app/core/keyboard_focus.h"
#include "app/core/settings.h"
#include "app/core/task.h"
#include "app/view/state/context_menu_state.h"
#include "app/view/state/document_state.h"
#include "app/view/state/pane_state.h"
#include "app/view/state/slots.h"
#include "app/view/state/status_note.h"
#include "app/view/state/view_state.h"
#include "app/widgets/key_map.h"

namespace ringscope {

// Something the user has to know, shown in a dialog until dismissed.
struct ErrorNotice {
  std::string title;
  std::string message;
};

// A text field that takes the keyboard when it comes up.
enum class TextBox : uint8_t { kNone, kSearch, kPalette, kTransform, kOpen, kSave, kKeys, kFilter, kRecord };

// Everything the viewer knows: plain data, changed by Apply() alone. Layouts, textures and widgets are
// derived from it.
struct AppState {
  Settings settings;
  KeyMap keys = DefaultKeyMap();  // that follow from the settings; changed with them by UseSettings()
  std::vector<DocumentState> documents;
  std::vector<ViewState> views;      // one tab each
  std::vector<PaneState> panes;      // side by side; none: the start page
  size_t active_pane = 0;            // the one that panels and keys speak of
  // Shown only because it was there before those asked for earlier; 0 once the user has chosen.
  ViewId shown_meanwhile = 0;
  // Panes of different views follow each other in view root, metric, selection and how they are drawn.
  bool linked = true;
  KindValues kinds;  // what kinds of view keep of the window
  Slots slots;       // what single rooms remember of the window
  bool offers_start_files = false;  // the start page is for someone who looks at it
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
  std::string transform_text;        // that its field begins with
  bool report_open = false;          // what an import skipped
  KeyboardFocus keyboard;
  uint64_t focus_search_serial = 0;  // grows when the search box shall take the keyboard
  // A box that was asked for and gets the keyboard in a frame or two. Keys typed meanwhile are meant for it.
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

// Whether some pane shows the view.
[[nodiscard]] bool IsShown(const AppState& state, ViewId id);
// Whether the dock is open and shows this.
[[nodiscard]] bool DockShows(const AppState& state, DockTab tab);
// Whether a dialog lies over everything.
[[nodiscard]] bool DialogOpen(const AppState& state);

// The pane that "beside" means: the one behind the active one, around to the first. The active one where it
// is the only one.
[[nodiscard]] size_t PaneBeside(const AppState& state);
// What a pane shows; null for a pane that is not there.
[[nodiscard]] const ViewState* ViewOfPane(const AppState& state, size_t pane);
[[nodiscard]] ViewState* ViewOfPane(AppState& state, size_t pane);

}  // namespace ringscope
