#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/charts/chart.h"
#include "app/colors/legend_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The place of a legend: a strip of its own below the chart or at the left, or without a strip the chart's
// lower left corner.
struct LegendPlace {
  float strip_px = 0;  // the height of the strip below
  float left_px = 0;   // the width of the strip at the left
  // The width of a box of this height in the corner that leaves the chart uncovered.
  std::function<float(float height_px)> corner_width;
};

// The colouring of the chart, with a menu of all choices and, for a metric, the options.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// Draws the meaning of the colours in the size of LegendSizeOf(); in a corner without room only a title that
// opens the legend. Returns the covered rectangles.
std::vector<PanelRect> DrawLegend(const LegendModel& model, size_t pane, const LegendPlace& place,
                                  const PanelRect& chart, LegendUi& ui, const PanelContext& ctx);

// In units of the content scale.
inline constexpr float kLegendRowHeight = 18;
inline constexpr float kLegendPadding = 10;
inline constexpr float kLegendMargin = 10;
inline constexpr float kLegendGradientHeight = 9;
inline constexpr float kLegendLabelGap = 16;  // from the left edge of a row to the text behind its colour

// The shown part of a legend and its places, in pixels.
struct LegendSize {
  float width = 0;
  float height = 0;
  size_t rows = 0;                  // shown rows
  std::vector<float> label_widths;  // by shown row
  float label_x = 0;                // from the left end of a row
  float map_width = 0;              // of a map of colours
  float share_width = 0;
  bool has_more = false;   // a last line counts the rows that are not shown
  std::string more_text;   // the last line
  bool can_close = false;  // the open legend hides a part of the chart: closed unless the user opened it
  bool closed = false;     // only its title is shown
  bool is_free = false;    // the legend lies beside the chart without covering it
  // For a strip below the chart, in columns; 0 in a corner.
  size_t rows_per_column = 0;
  float first_column_x = 0, column_width = 0;
};

// In a corner: as many rows as fit without covering a segment; fewer if many names would be cut. In a strip:
// as many columns as fit.
[[nodiscard]] LegendSize LegendSizeOf(const LegendModel& model, const LegendPlace& place,
                                      const PanelRect& chart, const LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
