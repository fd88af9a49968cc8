#include "renderer/plot/plot_layout.h"

#include <algorithm>

#include "renderer/plot/plot_axes.h"
#include "renderer/plot/plot_marks.h"
#include "renderer/plot/plot_signs.h"

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
  AddPlotRules(spec, pen, laid);
  AddPlotMarks(spec, pen, laid);
  AddPlotSigns(spec, pen, laid);
}

std::vector<LaidPlot> LayOutLevel(std::span<PlotSpec> specs, std::span<const PixelBox> areas,
                                  const PlotLook& look, ShapeBatch& batch) {
  PlotLook drawn = look;
  if (!drawn.measure) drawn.measure = AverageSansWidth;
  float left = 0;
  for (size_t k = 0; k < specs.size(); ++k) {
    ShapeBatch tried;
    const PlotFrame frame = AddPlotAxes(specs[k], areas[k], {drawn, PaletteOf(drawn.theme), tried});
    left = std::max(left, frame.box.left_px - areas[k].left_px);
  }
  std::vector<LaidPlot> laid;
  for (size_t k = 0; k < specs.size(); ++k) {
    specs[k].least_left_px = left;
    laid.push_back(LayOutPlot(specs[k], areas[k], drawn, batch));
  }
  return laid;
}

}  // namespace ringscope
