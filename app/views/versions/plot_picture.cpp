#include "app/views/versions/plot_picture.h"

#include "app/views/shape_picture.h"
#include "renderer/gl/font_face.h"

namespace ringscope::versions {

PlacedShapes PlacePlot(const Plot& plot, const PlotOptions& options) {
  return PlacePixels(plot.batch, options.width_px, options.height_px, options.measure);
}

Result<Image> PlotImage(const PlotModel& model, PlotOptions options,
                        const std::shared_ptr<const FontFace>& font) {
  if (font != nullptr) options.measure = FontFace::Measurer(font);
  return ShapesImage(PlacePlot(BuildPlot(model, options), options), options.theme, font);
}

Result<void> SavePlotSvg(const PlotModel& model, PlotOptions options, const std::filesystem::path& path) {
  options.measure = AverageSansWidth;
  return SaveShapesSvg(PlacePlot(BuildPlot(model, options), options), options.theme,
                       model.title + ": " + model.about, path);
}

}  // namespace ringscope::versions
