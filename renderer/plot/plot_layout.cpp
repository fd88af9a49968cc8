#include "renderer/plot/plot_layout.h"

#include "renderer/plot/plot_axes.h"
#include "renderer/plot/plot_marks.h"

namespace ringscope {

LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch) {
  LaidPlot laid;
  LayOutPlotAgain(spec, area, look, batch, laid);
  return laid;
}

void LayOutPlotAgain(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                     LaidPlot& laid) {
  PlotLook drawn = look;
  if (!drawn.measure) drawn.measure = AverageSansWidth;
  const PlotPen pen{drawn, PaletteOf(drawn.theme), batch};
  laid.frame = AddPlotAxes(spec, area, pen);
  AddPlotMarks(spec, pen, laid);
}

}  // namespace ringscope
