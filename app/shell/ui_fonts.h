#pragma once

#include <filesystem>
#include <string>

#include "app/panels/panel_context.h"

namespace ringscope {

// Loads the user interface's fonts into the current ImGui context at a content scale: the given TrueType font
// (the same one the chart's labels use), or ImGui's built-in one where it cannot be read. Replaces fonts
// loaded before; the texture has to be made anew then.
[[nodiscard]] PanelFonts LoadUiFonts(const std::filesystem::path& font, float scale);

}  // namespace ringscope
