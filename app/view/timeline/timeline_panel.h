#pragma once

#include <optional>

#include "app/view/panel.h"
#include "app/view/timeline/timeline.h"

namespace ringscope {

// What the strip keeps between frames: the range that is being drawn.
struct TimelineUi {
  struct Drag {
    double fixed = 0;   // the end that stays, from 0 to 1
    double moving = 0;  // the end under the pointer
    bool moved = false;
  };
  std::optional<Drag> drag;
};

// Bars of what the samples cost over time, times below them, and the chosen range. Dragging chooses a range,
// or moves an end of the one that is chosen; a double click, or Esc, gives all of the time back.
void DrawTimeline(const TimelineModel& model, TimelineUi& ui, const PanelRect& rect, const PanelContext& ctx);

}  // namespace ringscope
