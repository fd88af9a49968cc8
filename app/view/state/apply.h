#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The only way a state changes. Total: an action that makes no sense in this state (zooming on the start
// page, a context outside the tree, a job that has ended) changes nothing. Appends effects in order. Cost:
// O(layers log n) at most; no action touches all contexts.
void Apply(AppState& state, const Action& action, std::vector<Effect>& effects);

// Runs after any change: brings the state in line with itself, and asks for background work. A rule finds by
// itself what has changed.
using Rule = void (*)(AppState& state, action::Effects& effects);
// All rules, in their order. Defined where all rooms are known (app/window/rules.cpp).
[[nodiscard]] std::span<const Rule> Rules();

// Sets the room that the window gives the chart of a pane. Ignores sizes below one pixel.
void SetChartSize(AppState& state, size_t pane, float width_px, float height_px);
// Values that the chart of a pane measured in its layout.
struct ChartMeasured {
  KindValues values;                         // for PaneState::measured
  std::optional<LegendCostsRequest> legend;  // the costs that its legend shows
};
// Takes the measured values, one element a pane. True if values changed: then all rules have run.
bool TakeMeasured(AppState& state, std::span<const ChartMeasured> measured, std::vector<Effect>& effects);

// Applies several actions in order.
[[nodiscard]] std::vector<Effect> ApplyAll(AppState& state, std::span<const Action> actions);

}  // namespace ringscope
