#pragma once

#include <filesystem>
#include <string>

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

}  // namespace ringscope
