#include "app/views/versions/plot_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cct/base/atomic_file.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/svg/shape_svg.h"

namespace ringscope::versions {

PlacedShapes PlacePlot(const Plot& plot, const PlotOptions& options) {
  PlacedShapes placed;
  const ShapeIndex index(plot.batch);
  const PlaneCamera camera = CameraOf(options);
  PlaceShapes(plot.batch, index, camera, placed);
  if (options.measure) PlaceTexts(plot.batch, index, camera, LabelOptions{}, options.measure, placed);
  return placed;
}

Result<Image> PlotImage(const PlotModel& model, PlotOptions options, const std::shared_ptr<const FontFace>& font) {
  if (font != nullptr) options.measure = FontFace::Measurer(font);
  const auto side = [](float px) { return static_cast<uint32_t>(std::lround(std::max(px, 1.0f))); };
  RINGSCOPE_ASSIGN(const OffscreenTarget target,
                   OffscreenTarget::Create(side(options.width_px), side(options.height_px)));
  ChartRendererOptions with;
  with.font = font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(with));
  renderer.SetShapes(PlacePlot(BuildPlot(model, options), options));
  renderer.Draw(target.whole(), PaletteOf(options.theme).background);
  return target.ReadPixels();
}

Result<void> SavePlotSvg(const PlotModel& model, PlotOptions options, const std::filesystem::path& path) {
  options.measure = AverageSansWidth;
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  ShapesSvgOptions svg;
  svg.background = PaletteOf(options.theme).background;
  svg.title = model.title + ": " + model.about;
  RINGSCOPE_TRY(WriteShapesSvg(PlacePlot(BuildPlot(model, options), options), svg,
                               [&file](std::string_view text) { return file.Write(text); }));
  return file.Commit();
}

}  // namespace ringscope::versions
