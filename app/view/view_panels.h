#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/view/colors/derived_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/steps/pipeline_model.h"
#include "app/view/timeline/timeline.h"

namespace ringscope {

// The lines of the dialog while it is open.
struct DerivedUi {
  std::vector<std::string> lines;
  bool was_open = false;
  std::optional<size_t> focus;  // this line takes the keyboard
};

// Below the metrics: each derived metric with its value of the model's context. A click colours the chart by
// the metric.
void DrawDerivedRows(const AppState& state, const DerivedModel& model, const PanelContext& ctx);
// The height of DrawDerivedRows() in pixels.
[[nodiscard]] float DerivedRowsHeight(const DerivedModel& model, const PanelContext& ctx);

// The editor of derived metrics.
void DrawDerivedDialog(const AppState& state, DerivedUi& ui, const PanelContext& ctx);

// In one row at the cursor: the choice of the angle of the active view's comparison, and the compared totals.
// Draws nothing for other profiles.
void DrawComparisonStrip(const AppState& state, float room_px, const PanelContext& ctx);
// A bar a run of the active view's comparison. Draws nothing with one run a side.
void DrawComparedRuns(const AppState& state, const PanelContext& ctx);

// The values that the row of transforms keeps between frames.
struct PipelineUi {
  std::string edited;  // the step whose chip was clicked
  size_t edited_index = 0;
  ImVec2 edited_at{0, 0};
  std::optional<size_t> dragged;  // the pressed chip, once the pointer has moved
  float scroll_px = 0;            // the scroll of chips that do not fit
  std::string typed;              // the text in the menu
  bool menu_was_open = false;
  bool focus_text = false;  // the field of the popup that has just opened
};

// One chip a step above the charts, with buttons for all steps. A click edits a step, a drag moves it.
void DrawPipelineBar(const AppState& state, const PipelineModel& model, PipelineUi& ui, const PanelRect& rect,
                     const PanelContext& ctx);

// Asks before steps that take long.
void DrawCostlyDialog(const AppState& state, const PanelContext& ctx);

// The list of transforms that can be added; `corner` is the place of one of its corners.
void DrawTransformMenu(const AppState& state, PipelineUi& ui, ImVec2 corner, const PanelContext& ctx);

// The values that the strip keeps between frames: the range that is being dragged.
struct TimelineUi {
  struct Drag {
    double fixed = 0;   // the end that stays, from 0 to 1
    double moving = 0;  // the end under the pointer
    bool moved = false;
  };
  std::optional<Drag> drag;
};

// Bars of the samples' cost over time, times below them, and the chosen range. Dragging chooses a range,
// or moves an end of the chosen range; a double click, or Esc, chooses all of the time again.
void DrawTimeline(const TimelineModel& model, TimelineUi& ui, const PanelRect& rect, const PanelContext& ctx);

}  // namespace ringscope
