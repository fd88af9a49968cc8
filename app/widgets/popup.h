#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace ringscope {

// Menus and small overlays. Any click elsewhere, and Escape, closes them. ImGui::OpenPopup(name) in the same
// window opens one.

// `corner`: where a corner of the popup shall lie; the popup stays inside the window. After a true return the
// items follow, then EndMenuPopup().
[[nodiscard]] bool BeginMenuPopup(const char* name, ImVec2 corner, const Ui& ui);
void EndMenuPopup();

// A row of a menu: what it does, and quietly at its right what that means. True if clicked.
bool MenuRow(const Ui& ui, std::string_view mark, std::string_view label,
             std::string_view description, float width, bool enabled = true);

// The width that shows this row whole, within the room of the window.
[[nodiscard]] float MenuRowWidth(const Ui& ui, std::string_view label,
                                 std::string_view description);

// Whether any menu or drop-down list is open: everything behind it gets neither pointer nor Escape.
[[nodiscard]] bool MenuOpen();

// A text beside a place, drawn into the foreground: a window of its own could take the pointer.

// The frame for a readout of `size` pixels: to the right of `place` and below it, on the other side where
// `area` ends. Returns the frame's upper left corner.
ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const Ui& ui);

// Lines of text, at most 460 units wide; the first one stands out.
void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area,
                 const Ui& ui);

}  // namespace ringscope
