#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/details/details_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What the panel keeps between frames.
struct DetailsUi {
  std::optional<uint64_t> cursor;  // the keyboard's row of the call stack, counted from the innermost
  bool take_focus = false;         // takes the keyboard in the next frame
  bool has_keyboard = false;       // the call stack, in the last frame: Up leads out of it
  // The subject where nothing is pointed at, in its panel, and the largest height of subjects since these
  // changed.
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

// Whether a point of the window shows what a tooltip is about, or else has to be seen.
using IsKeptClear = std::function<bool(ImVec2)>;
// Draws beside the pointer, inside the chart, where it covers nothing that has to be seen, if it can.
void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const IsKeptClear& is_kept_clear, const PanelContext& ctx);

}  // namespace ringscope
