#include "renderer/plot/plot_layout.h"

#include <algorithm>
#include <cmath>

#include "renderer/plot/plot_axes.h"
#include "renderer/plot/plot_marks.h"
#include "renderer/plot/plot_signs.h"

namespace ringscope {

LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                    const PlotMargins& margins) {
  LaidPlot laid;
  LayOutPlotAgain(spec, area, look, batch, laid, margins);
  return laid;
}

void LayOutPlotAgain(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                     LaidPlot& laid, const PlotMargins& margins) {
  PlotLook drawn = look;
  if (!drawn.measure) drawn.measure = AverageSansWidth;
  const PlotPen pen{drawn, PaletteOf(drawn.theme), batch};
  laid.frame = AddPlotAxes(spec, area, margins, pen);
  AddPlotRules(spec, pen, laid);
  AddPlotMarks(spec, pen, laid);
  AddPlotSigns(spec, pen, laid);
}

void LayOutLevel(std::span<const PlotSpec> specs, std::span<const PixelBox> areas, const PlotLook& look,
                 ShapeBatch& batch, std::vector<LaidPlot>& laid) {
  PlotLook drawn = look;
  if (!drawn.measure) drawn.measure = AverageSansWidth;
  std::vector<PlotMargins> margins;
  float left = 0;
  for (size_t k = 0; k < specs.size(); ++k) {
    ShapeBatch tried;
    const PlotFrame frame = AddPlotAxes(specs[k], areas[k], {}, {drawn, PaletteOf(drawn.theme), tried});
    margins.push_back({frame.box.left_px - areas[k].left_px, frame.box.top_px - areas[k].top_px});
    left = std::max(left, margins.back().left_px);
  }
  const auto is_as_high = [&](size_t a, size_t b) {
    return std::abs((areas[a].bottom_px - areas[a].top_px) - (areas[b].bottom_px - areas[b].top_px)) < 1;
  };
  laid.resize(specs.size());
  for (size_t k = 0; k < specs.size(); ++k) {
    PlotMargins level{left, 0};
    for (size_t i = 0; i < specs.size(); ++i) {
      if (is_as_high(i, k)) level.top_px = std::max(level.top_px, margins[i].top_px);
    }
    LayOutPlotAgain(specs[k], areas[k], drawn, batch, laid[k], level);
  }
}

}  // namespace ringscope
