#pragma once

#include "app/view/panel.h"
#include "app/views/threads/threads_model.h"

namespace ringscope::threads {

// The state of the panel between frames: a drag and its start.
struct ThreadsUi {
  enum class Drag : uint8_t { kNone, kChoose, kMove };
  Drag drag = Drag::kNone;
  bool moved = false;
  float from_x_px = 0, from_y_px = 0;  // in the window
  Window window;                       // at the start of the drag
  size_t first_row = 0;
};

// Handles the pointer over lanes that were laid out from the upper left corner of `rect`. A drag moves the
// window, with Shift or the middle button it chooses a range of time; the wheel enlarges at the pointer, and
// scrolls over the names. `room`: the state's value of the pane, which is corrected if it differs.
void DrawThreadsPanel(const ThreadsModel& model, const LaidThreads& laid, size_t pane, const PanelRect& rect,
                      ThreadsUi& ui, const ThreadsPane& room, const PanelContext& ctx);
// Draws the rows of the side panel.
void DrawThreadsRows(const ThreadsModel& model, const PanelContext& ctx);

}  // namespace ringscope::threads
