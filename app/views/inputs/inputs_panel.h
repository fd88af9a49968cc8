#pragma once

#include <cstddef>
#include <vector>

#include "app/charts/plot_pointer.h"
#include "app/view/panel.h"
#include "app/view/table/table_view.h"
#include "app/views/inputs/inputs_model.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::inputs {

// Where things lie in a pane: plots from its upper left corner, the tables beside or below them.
struct InputsLayout {
  std::vector<PixelBox> plots;
  PanelRect tables;
};
// `head_px`: the height of the head above all plots.
[[nodiscard]] InputsLayout LayOutPane(float width_px, float height_px, float scale, size_t plots,
                                      float head_px = 0);
// Adds the plots of a model, of several in a low pane the first alone, and the head above them; replaces
// `laid`.
InputsLayout LayOutPlots(const InputsModel& model, float width_px, float height_px, const PlotLook& look,
                         ShapeBatch& batch, std::vector<LaidPlot>& laid);

// What the panel keeps between frames: a drag, and typed texts.
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

// Pan, wheel, boxes and the readout of the pointer; then the tables. `laid`: the model's plots as drawn.
void DrawInputsPanel(const InputsModel& model, const std::vector<LaidPlot>& laid, size_t pane,
                     const PanelRect& rect, InputsUi& ui, const PanelContext& ctx);
// The rows of the side panel.
void DrawInputsRows(const InputsModel& model, InputsUi& ui, const PanelContext& ctx);

// Beside the plots: the filter, the functions with how fast they grow, and the points of the plotted one.
void DrawInputsTables(const InputsModel& model, size_t pane, const PanelRect& rect, InputsUi& ui,
                      const PanelContext& ctx);

}  // namespace ringscope::inputs
