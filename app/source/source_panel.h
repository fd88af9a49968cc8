#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/table/table_view.h"

namespace ringscope {

// Which line the panel scrolled to last.
struct SourcePanelUi {
  bool places_open = false;  // where a file was looked for is listed
  bool adding = false;       // of a folder to look in
  std::string folder;        // as typed
  std::string path;          // of the file, or as the profile names it
  uint32_t line = 0;
  TableUi table;
};

// The source of the selected context in the rest of the current window: what each line costs before it,
// other lines dimmed. Only visible lines are made. Returns the function of the line under the pointer.
std::optional<FrameId> DrawSourcePanel(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
