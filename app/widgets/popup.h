#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace ringscope {

// Menus and small overlays that any click elsewhere, and Escape, closes. Open one with ImGui::OpenPopup(name)
// in the same window.

// `corner` is where a corner of it shall lie; it stays inside the window. Between a true return and
// EndMenuPopup() items are drawn.
[[nodiscard]] bool BeginMenuPopup(const char* name, ImVec2 corner, const Ui& ui);
void EndMenuPopup();

// A row of a menu: what it does, and quietly at its right what that means. True when clicked.
bool MenuRow(const Ui& ui, std::string_view mark, std::string_view label,
             std::string_view description, float width, bool enabled = true);

// How wide rows have to be for this one to be shown whole, as far as the window has room.
[[nodiscard]] float MenuRowWidth(const Ui& ui, std::string_view label,
                                 std::string_view description);

// Whether any menu or drop-down list is open: what lies behind it takes neither pointer nor Escape.
[[nodiscard]] bool MenuOpen();

// What is read beside a place. Drawn into the foreground, without a window of its own that could take the
// pointer.

// The frame for a readout of `size` pixels: to the right of `place` and below it, on the other side where
// `area` ends. Returns its upper left corner.
ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const Ui& ui);

// Lines of text, at most 460 units wide; the first one stands out.
void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area,
                 const Ui& ui);

}  // namespace ringscope
