#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace ringscope {

// Menus and small overlays. A click elsewhere, or Escape, closes them. ImGui::OpenPopup(name) in the same
// window opens one.

// `corner`: the place of a corner of the popup, which stays inside the window. If true, the caller draws the
// items and calls EndMenuPopup().
[[nodiscard]] bool BeginMenuPopup(const char* name, ImVec2 corner, const Ui& ui);
void EndMenuPopup();
// A line between two groups of rows, `width` pixels wide.
void MenuLine(const Ui& ui, float width);

// A row of a menu: a label, and at its right a description in small dim text. True if clicked.
bool MenuRow(const Ui& ui, std::string_view mark, std::string_view label, std::string_view description,
             float width, bool enabled = true);

// The width that shows this row whole, within the room of the window.
[[nodiscard]] float MenuRowWidth(const Ui& ui, std::string_view label, std::string_view description);

// Whether any menu or drop-down list is open, which takes the pointer and Escape from everything behind.
[[nodiscard]] bool MenuOpen();

// A readout is a text beside a place, drawn into the foreground: a window of its own could take the pointer.

// Draws the frame of a readout of `size` pixels: to the right of `place` and below, or on the other side
// where `area` ends. Returns the frame's upper left corner.
ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const Ui& ui);

// Lines of text, at most 460 units wide; the first one stands out.
void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area, const Ui& ui);

}  // namespace ringscope
