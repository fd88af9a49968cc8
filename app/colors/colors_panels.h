#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/colors/legend_model.h"
#include "app/core/app_state.h"
#include "app/view/derived_model.h"
#include "app/view/panel.h"

namespace ringscope {

// The lines of the dialog while it is open.
struct DerivedUi {
  std::vector<std::string> lines;
  bool was_open = false;
  std::optional<size_t> focus;  // this line takes the keyboard
};

// Below the metrics: each derived metric with its value of the context in question. A click colours the chart
// by it.
void DrawDerivedRows(const AppState& state, const DerivedModel& model, const PanelContext& ctx);
// In pixels.
[[nodiscard]] float DerivedRowsHeight(const DerivedModel& model, const PanelContext& ctx);

// Where derived metrics are written.
void DrawDerivedDialog(const AppState& state, DerivedUi& ui, const PanelContext& ctx);

// Where a legend may lie: in a strip of its own below the chart, or where there is none in its lower left
// corner.
struct LegendPlace {
  float strip_px = 0;  // the height of the strip
  // How wide a box of a height in that corner can be without hiding anything of the chart.
  std::function<float(float height_px)> corner_width;
};

struct LegendUi {
  bool all_rows = false;  // also those for which there is no room beside the chart
  bool open = false;      // also where it hides a part of the chart
};

// A row of the side panel: what the chart is coloured by, and how where it is a metric.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// What the colours stand for (see LegendSizeOf); in a corner without room only a title that opens it. Returns
// what it covers.
std::vector<PanelRect> DrawLegend(const LegendModel& model, size_t pane, const LegendPlace& place,
                                  const PanelRect& chart, LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
