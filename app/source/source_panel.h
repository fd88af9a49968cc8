#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/table/table_view.h"

namespace ringscope {

// What the panel keeps between frames.
struct SourcePanelUi {
  bool places_open = false;  // shows the list of places looked at
  bool adding = false;       // of a folder to look in
  std::string folder;        // as typed
  std::string path;          // the file's, or as the profile names it
  uint32_t line = 0;
  TableUi table;
};

// Draws the source of the selected context in the rest of the current window: before each line its cost,
// lines without cost dimmed. Only visible lines are made. Returns the function of the line under the pointer.
std::optional<FrameId> DrawSourcePanel(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
