#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/charts/chart.h"
#include "app/colors/legend_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// Where a legend may lie: in a strip of its own below the chart, or where there is none in its lower left
// corner.
struct LegendPlace {
  float strip_px = 0;  // the height of the strip
  // How wide a box of a height in that corner can be without hiding anything of the chart.
  std::function<float(float height_px)> corner_width;
};

// A row of the side panel: what the chart is coloured by, and how where it is a metric.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// What the colours stand for (see LegendSizeOf); in a corner without room only a title that opens it. Returns
// what it covers.
std::vector<PanelRect> DrawLegend(const LegendModel& model, size_t pane, const LegendPlace& place,
                                  const PanelRect& chart, LegendUi& ui, const PanelContext& ctx);

// In units of the scale.
inline constexpr float kLegendRowHeight = 18;
inline constexpr float kLegendPadding = 10;
inline constexpr float kLegendMargin = 10;
inline constexpr float kLegendGradientHeight = 9;
inline constexpr float kLegendLabelGap = 16;  // from the left edge of a row to what stands behind its colour

// How much of a legend is shown, and where, in pixels.
struct LegendSize {
  float width = 0;
  float height = 0;
  size_t rows = 0;        // that are shown
  float label_width = 0;  // of every row
  float label_x = 0;      // from the left end of a row
  float share_width = 0;
  bool has_more = false;   // a last line says that there are others
  std::string more_text;   // what it says
  bool can_close = false;  // it would hide a part of the chart, and is closed unless it was opened
  bool closed = false;     // only its title is shown
  bool is_free = false;    // it lies beside the chart and hides nothing
  // Below the chart, in columns: 0 rows a column elsewhere.
  size_t rows_per_column = 0;
  float first_column_x = 0, column_width = 0;
};

// In a corner as many rows as it has room for without hiding a piece: rather fewer where many names would be
// cut. In a strip as many columns as there is room for.
[[nodiscard]] LegendSize LegendSizeOf(const LegendModel& model, const LegendPlace& place,
                                      const PanelRect& chart, const LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
