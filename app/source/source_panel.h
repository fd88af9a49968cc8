#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// Which line the panel scrolled to last.
struct SourcePanelUi {
  bool places_open = false;  // where a file was looked for is listed
  std::string path;          // of the file, or as the profile names it
  uint32_t line = 0;
};

// The source of the selected context in the rest of the current window: what each line costs in a gutter,
// other lines dimmed. Only visible lines are made. Returns the function of the line under the pointer.
std::optional<FrameId> DrawSourcePanel(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
