#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/details/details_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The state of the panel between frames.
struct DetailsUi {
  std::optional<uint64_t> cursor;  // the keyboard's row of the call stack, counted from the innermost
  bool take_focus = false;         // the call stack takes the keyboard in the next frame
  bool has_keyboard = false;       // the call stack had it in the last frame: Up leads out of the stack
  // The subject while the pointer is on no other one, and the size of its panel; and the largest height of
  // all subjects since `settled` changed.
  struct Settled {
    uint64_t view = 0;
    ContextId context = kNoContext;
    std::optional<FrameId> function;
    float width_px = 0, scale = 0;
    friend bool operator==(const Settled&, const Settled&) = default;
  };
  Settled settled;
  float subject_height_px = 0;
};

// The subject of the details in three parts: its names and places,
void DrawDetailsSubject(const AppState& state, const DetailsModel& model, DetailsUi& ui,
                        const PanelContext& ctx);
// its costs in every metric, where a click chooses the chart's metric, with `free_below` pixels left free
// below,
void DrawDetailsMetrics(const DetailsModel& model, float free_below, const PanelContext& ctx);
// and its callers. DrawDetailsStack() fills the rest of the current window.
void DrawDetailsStack(const AppState& state, const DetailsModel& model, DetailsUi& ui,
                      const PanelContext& ctx);

// Whether a tooltip should not cover a point of the window, for example a point of the tooltip's subject.
using IsKeptClear = std::function<bool(ImVec2)>;
// Draws a tooltip beside the pointer, inside the chart, where it covers as few such points as possible.
void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const IsKeptClear& is_kept_clear, const PanelContext& ctx);

}  // namespace ringscope
