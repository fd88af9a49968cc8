#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/table/table_view.h"

namespace ringscope {

// The values that the panel keeps between frames.
struct SourcePanelUi {
  bool places_open = false;  // shows the list of the places tried
  bool adding = false;       // the field for another folder is open
  std::string folder;        // as typed
  std::string path;          // the file's, or as the profile names it
  uint32_t line = 0;
  TableUi table;
};

// Draws the source of the subject in the rest of the current window: the cost before each line, lines without
// cost dimmed. Builds visible lines only. Returns the function of the line under the pointer.
std::optional<FrameId> DrawSourcePanel(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
