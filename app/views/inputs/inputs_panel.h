#pragma once

#include <cstddef>
#include <vector>

#include "app/charts/plot_pointer.h"
#include "app/view/panel.h"
#include "app/view/table/table_view.h"
#include "app/views/inputs/inputs_model.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::inputs {

// The layout of a pane, in pixels from its upper left corner: the plots, and the tables beside or below them.
struct InputsLayout {
  std::vector<PixelBox> plots;
  PanelRect tables;
};
// `head_px`: the height of the head above all plots.
[[nodiscard]] InputsLayout LayOutPane(float width_px, float height_px, float scale, size_t plots,
                                      float head_px = 0);
// Adds the plots of a model, in a low pane only the first of several, and the head above them; replaces
// `laid`.
InputsLayout LayOutPlots(const InputsModel& model, float width_px, float height_px, const PlotLook& look,
                         ShapeBatch& batch, std::vector<LaidPlot>& laid);

// The state of the panel between frames: a drag, and typed texts.
struct InputsUi {
  enum class Drag : uint8_t { kNone, kPan, kZoomBox, kChooseBox };
  Drag drag = Drag::kNone;
  size_t plot = 0;
  float from_x_px = 0, from_y_px = 0;  // in the pane
  InputsLook look;                     // at the start of the drag
  PlotOverviews overviews;
  std::string filter, bound;  // as typed
  TableUi functions, points;
};

// Handles the pointer over the plots (pan, wheel, boxes, readout), and draws the tables. `laid`: the model's
// plots as drawn.
void DrawInputsPanel(const InputsModel& model, const std::vector<LaidPlot>& laid, size_t pane,
                     const PanelRect& rect, InputsUi& ui, const PanelContext& ctx);
// Draws the rows of the side panel.
void DrawInputsRows(const InputsModel& model, InputsUi& ui, const PanelContext& ctx);

// Draws the filter, the functions with their growth, and the points of the plotted function.
void DrawInputsTables(const InputsModel& model, size_t pane, const PanelRect& rect, InputsUi& ui,
                      const PanelContext& ctx);

}  // namespace ringscope::inputs
