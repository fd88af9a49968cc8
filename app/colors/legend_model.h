#pragma once

#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "renderer/legend/legend.h"

namespace ringscope {

// What a chart can be coloured by.
struct ColorChoice {
  std::string label;  // "Module", "Metric: misses"
  std::string description;
  ColorSpec spec;
  bool active = false;
};

struct ColorModel {
  std::vector<ColorChoice> choices;
  std::string active_label;
  ColorSpec spec;
  bool is_metric = false;   // the parts below matter
  bool has_basis = false;   // false for metrics that are ratios already
  std::string view_metric;  // what `kPerViewMetric` divides by
};
[[nodiscard]] ColorModel BuildColorModel(const AppState& state);

// A legend below its chart: its height in units of the content scale, for a title and kLegendStripRows.
inline constexpr size_t kLegendStripRows = 3;
inline constexpr float kLegendStripHeight = 84;
inline constexpr float kLegendStripWidth = 268;

// One of what is not drawn has nothing to search for.
struct LegendRow : LegendEntry {
  std::string share;  // of the view root's value in these contexts, with all they call; may be empty
  std::string tooltip;
  bool lit = false;  // the search is about the row
};

// The legend of one pane, ready to show.
struct LegendModel {
  bool visible = false;
  std::string title;
  std::vector<LegendRow> rows;
  std::vector<Color> gradient;
  std::vector<LegendTick> ticks;
  bool begins_open =
      false;  // the colours are the answer: shown whole also where they hide a part of the chart
};
// `metric` and `total`: of the chart.
[[nodiscard]] LegendModel BuildLegendModel(const AppState& state, size_t pane, MetricIndex metric,
                                           uint64_t total, const Legend& legend);

}  // namespace ringscope
