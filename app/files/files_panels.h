#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/open_model.h"
#include "app/files/start_page_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What is shown while nothing is open. `loading` is the label of a profile on its way, empty when there is
// none.
void DrawStartPage(const StartPageModel& model, const std::string& loading, const PanelRect& rect,
                   const PanelContext& ctx);

// What the dialog keeps while it is open.
struct OpenDialogUi {
  bool was_open = false;
  bool focus_path = false;
  OpenPlace place = OpenPlace::kFolder;
  std::filesystem::path shown;  // the folder that `path` and `filter` were made for
  std::string path;
  int path_generation = 0;  // of its field: a new one takes another text than was typed
  bool path_entered = false;
  std::filesystem::path missing;  // that was told in the frame before
  std::string filter;
  std::filesystem::path selected;
  int scroll_to = -1;  // the row to bring into sight
  bool with_hidden = false;
  MetricNaming naming;  // for folded stacks
};

// A simple file browser inside the window, so that opening works everywhere.
void DrawOpenDialog(const AppState& state, OpenDialogUi& ui, const PanelContext& ctx);

// What is being typed; the state gets it with every change.
struct SettingsDialogUi {
  bool was_open = false;
  std::string editor;
  std::vector<PathMapping> mappings;
  std::vector<std::string> folders;
  float form_height = 0;  // of the frame before
};

// Everything the viewer remembers that people choose, in one form.
void DrawSettingsDialog(const AppState& state, SettingsDialogUi& ui, const PanelContext& ctx);

struct SaveDialogUi {
  std::string path;
  bool was_open = false;
  bool focus_path = false;
  bool has_caption = true;  // of pictures
  bool replaced = false;    // a file of this name is there; saving once more replaces it
  // Known from the frame before.
  size_t chosen = SIZE_MAX;
  float choices_px = 0, around_px = 0;  // heights of the list and of all around it
};

// Where to, and as what: the name's ending decides, the list shows and changes it.
void DrawSaveDialog(const AppState& state, SaveDialogUi& ui, const PanelContext& ctx);

struct RecordDialogUi {
  bool was_open = false;
  bool focus_command = false;
  std::string command, folder;
  size_t measure = 0;  // of kMeasureChoices
};

// A command, what to measure, and the commands that were recorded last.
void DrawRecordDialog(const AppState& state, RecordDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
