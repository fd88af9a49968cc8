#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/steps/pipeline_model.h"

namespace ringscope {

// What the row of transforms keeps between frames.
struct PipelineUi {
  std::string edited;  // the step whose chip was clicked
  size_t edited_index = 0;
  ImVec2 edited_at{0, 0};
  std::optional<size_t> dragged;  // the chip under the pressed pointer, once it has moved
  float scroll_px = 0;            // of chips that do not fit
  std::string typed;              // in the menu
  bool menu_was_open = false;
  bool focus_text = false;  // of the popup that has just opened
};

// One chip a step above the charts: click to edit, drag to reorder, and buttons for all of them.
void DrawPipelineBar(const AppState& state, const PipelineModel& model, PipelineUi& ui, const PanelRect& rect,
                     const PanelContext& ctx);

// Asks before steps that take long.
void DrawCostlyDialog(const AppState& state, const PanelContext& ctx);

// The list of transforms that can be added; `corner` is where one of its corners lies.
void DrawTransformMenu(const AppState& state, PipelineUi& ui, ImVec2 corner, const PanelContext& ctx);

}  // namespace ringscope
