#pragma once

#include <imgui_internal.h>

namespace ringscope {

// Whether the frame that was drawn last had items outside of any window: ImGui puts these into a window of its
// own that is named "Debug", which users see.
inline bool HasStrayItems() {
  const ImGuiWindow* const window = ImGui::FindWindowByName("Debug##Default");
  return window != nullptr && window->Active;
}

}  // namespace ringscope
