#pragma once

#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "renderer/legend/legend.h"

namespace ringscope {

// A way to colour a chart.
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
  bool is_metric = false;   // the chart is coloured by a metric; the members below matter
  bool has_basis = false;   // the metric can be divided by another: it is no ratio already
  std::string view_metric;  // the divisor of `kPerViewMetric`
};
[[nodiscard]] ColorModel BuildColorModel(const AppState& state);

// A legend below its chart: its height in units of the content scale, for a title and kLegendStripRows.
inline constexpr size_t kLegendStripRows = 3;
inline constexpr float kLegendStripHeight = 84;
inline constexpr float kLegendStripWidth = 268;

// A row for segments that are not drawn has an empty query.
struct LegendRow : LegendEntry {
  std::string share;  // inclusive cost of these contexts as a share of the view root's; may be empty
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
  // The colours are the answer: the legend begins open also if it covers a part of the chart.
  bool begins_open = false;
};
// `metric` and `total`: of the chart.
[[nodiscard]] LegendModel BuildLegendModel(const AppState& state, size_t pane, MetricIndex metric,
                                           uint64_t total, const Legend& legend);

}  // namespace ringscope
