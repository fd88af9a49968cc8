#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace ringscope {

// What is read beside a place. Drawn into the foreground, without a window of its own that could take the
// pointer.

// The frame for a readout of `size` pixels: to the right of `place` and below it, on the other side where
// `area` ends. Returns its upper left corner.
ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const Ui& ui);

// Lines of text, at most 460 units wide; the first one stands out.
void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area,
                 const Ui& ui);

}  // namespace ringscope
