#pragma once

#include "app/core/effect.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/shell.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {

struct SetColor {
  ColorSpec color;
};
using ShowLegend = Change<bool, &Settings::legend_open>;
// The dialog in which derived metrics are written.
using ShowDerivedMetrics = Show<&AppState::derived_dialog_open>;
struct SetDerivedMetrics {
  std::vector<DerivedMetric> metrics;
};

void Do(AppState& state, ViewState& view, const SetColor& set, Effects& effects);
// Gives all views the palette of differences of the settings. After every action.
void RefreshDifferenceColors(AppState& state);
void Do(AppState& state, const SetDerivedMetrics& set, Effects& effects);

// The colours of ColorText `text`, if the tree has their metric; else the ordinary colours. A fleet begins
// with its imbalance unless `text` is about a metric.
[[nodiscard]] ColorSpec ColorFor(const Settings& settings, const Cct& tree, const std::string& text);
// Adds derived metrics of a saved window, if their names are free. Returns a line with the reason for each
// metric left out.
[[nodiscard]] std::string AddDerivedMetrics(Settings& settings, const std::vector<std::string>& lines);
// The colours of one view for another view's tree: the metric of the same name, or the colours of `follower`
// if its tree lacks the metric.
[[nodiscard]] ColorSpec ColorLike(const ViewState& leader, const ViewState& follower);
// Asks for the costs in the legend of a pane; drops the costs of a hidden legend.
void WantLegendCosts(AppState& state, size_t pane, const std::optional<LegendCostsRequest>& request,
                     Effects& effects);

}  // namespace ringscope::action
