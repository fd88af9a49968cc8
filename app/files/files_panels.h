#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/files_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The page of a window without documents. `loading`: the label of the profile being loaded, or empty.
void DrawStartPage(const StartPageModel& model, const std::string& loading, const PanelRect& rect,
                   const PanelContext& ctx);

// The values that the open dialog keeps while it is open.
struct OpenDialogUi {
  bool was_open = false;
  bool focus_path = false;
  OpenPlace place = OpenPlace::kFolder;
  std::filesystem::path shown;    // the listed folder
  std::filesystem::path base;     // the folder that `path` is seen from
  std::filesystem::path asked;    // the folder that was asked for while `path` was typed
  std::string path, beginning;    // the text of the field; the beginning of the listed names
  int path_generation = 0;        // grows when the program sets the text of the field of `path`
  std::filesystem::path missing;  // the missing place of the last frame
  std::string filter;
  std::filesystem::path selected;
  int scroll_to = -1;  // the row to bring into sight
  bool with_hidden = false;
  MetricNaming naming;  // for folded stacks
};

// A simple file browser inside the window, so that opening works everywhere.
void DrawOpenDialog(const AppState& state, OpenDialogUi& ui, const PanelContext& ctx);

// The texts that are being typed; the state gets each change.
struct SettingsDialogUi {
  bool was_open = false;
  std::string editor;
  std::vector<PathMapping> mappings;
  std::vector<std::string> folders;
  float form_height = 0;  // in the frame before
};

// The settings that users choose, in one form.
void DrawSettingsDialog(const AppState& state, SettingsDialogUi& ui, const PanelContext& ctx);

struct SaveDialogUi {
  std::string path;
  bool was_open = false;
  bool focus_path = false;
  bool has_caption = true;  // of pictures
  bool replaced = false;    // a file of this name exists; saving again replaces it
  // Known from the frame before.
  size_t chosen = SIZE_MAX;
  float choices_px = 0, around_px = 0;  // the height of the list, and of the dialog without it
};

// The path to save to. The name's ending decides the format; the list shows and changes the ending.
void DrawSaveDialog(const AppState& state, SaveDialogUi& ui, const PanelContext& ctx);

struct RecordDialogUi {
  bool was_open = false;
  bool focus_command = false;
  std::string command, folder;
  std::string place;   // the new path of a recording
  size_t measure = 0;  // of kMeasureChoices
};

// A field for a command, the choice what to measure, and the commands recorded last.
void DrawRecordDialog(const AppState& state, RecordDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
