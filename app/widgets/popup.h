#pragma once

#include <imgui.h>

#include "app/core/app_state.h"
#include "app/widgets/key_map.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// Menus and small overlays that any click elsewhere, and Escape, closes. Open one with ImGui::OpenPopup(name)
// in the same window.

// `corner` is where a corner of it shall lie; it stays inside the window. Between a true return and
// EndMenuPopup() items are drawn.
[[nodiscard]] bool BeginMenuPopup(const char* name, ImVec2 corner, const PanelContext& ctx);
void EndMenuPopup();

// A row of a menu: what it does, and quietly at its right what that means. True when clicked.
bool MenuRow(const PanelContext& ctx, std::string_view mark, std::string_view label,
             std::string_view description, float width, bool enabled = true);

// How wide rows have to be for this one to be shown whole, as far as the window has room.
[[nodiscard]] float MenuRowWidth(const PanelContext& ctx, std::string_view label,
                                 std::string_view description);

// Whether any menu or drop-down list is open: what lies behind it takes neither pointer nor Escape.
[[nodiscard]] bool MenuOpen();
// Whether a key is for what has the keyboard, a menu or a list, and no command.
[[nodiscard]] bool MenuTakesKey(const AppState& state, const KeyPress& press);

}  // namespace ringscope
