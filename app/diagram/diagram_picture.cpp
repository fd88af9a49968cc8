#include "app/diagram/diagram_picture.h"

#include <algorithm>
#include <cmath>

#include "cct/base/atomic_file.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/svg/shape_svg.h"

namespace ringscope {
namespace {

constexpr float kMarginPx = 32;
constexpr double kMostEnlarged = 1.5;
constexpr uint32_t kMostLabels = 2'000;

PlacedShapes PlaceDiagram(const Diagram& diagram, const DiagramPicture& picture, const MeasureText& measure) {
  const ShapeBatch batch = ShapesOf(diagram);
  const ShapeIndex index(batch);
  const PlaneCamera camera = picture.camera
                                 ? *picture.camera
                                 : FitDiagram(index, picture.width_px, picture.height_px, picture.scale);
  PlacedShapes placed;
  PlaceShapes(batch, index, camera, placed);
  LabelOptions options;
  options.max_labels = kMostLabels;
  if (measure) PlaceTexts(batch, index, camera, options, measure, placed);
  return placed;
}

}  // namespace

PlaneCamera FitDiagram(const ShapeIndex& index, float width_px, float height_px, float scale) {
  PlaneCamera camera = CameraToFit(index.bounds(), width_px, height_px, kMarginPx * scale, true);
  const double most = kMostEnlarged * scale;
  if (camera.px_per_x > most) camera.px_per_x = camera.px_per_y = most;
  return camera;
}

Result<Image> DiagramImage(const Diagram& diagram, const DiagramPicture& picture,
                           const std::shared_ptr<const FontFace>& font) {
  const auto side = [](float px) { return static_cast<uint32_t>(std::lround(std::max(px, 1.0f))); };
  RINGSCOPE_ASSIGN(const OffscreenTarget target,
                   OffscreenTarget::Create(side(picture.width_px), side(picture.height_px)));
  ChartRendererOptions with;
  with.font = font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(with));
  renderer.SetShapes(
      PlaceDiagram(diagram, picture, font != nullptr ? FontFace::Measurer(font) : MeasureText()));
  renderer.Draw(target.whole(), PaletteOf(picture.theme).background);
  return target.ReadPixels();
}

Result<void> SaveDiagramSvg(const Diagram& diagram, const DiagramPicture& picture,
                            const std::filesystem::path& path) {
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  ShapesSvgOptions svg;
  svg.background = PaletteOf(picture.theme).background;
  svg.title = picture.title;
  svg.title_of = [&](uint32_t rect) { return diagram.boxes[rect].label; };
  RINGSCOPE_TRY(WriteShapesSvg(PlaceDiagram(diagram, picture, AverageSansWidth), svg,
                               [&file](std::string_view text) { return file.Write(text); }));
  return file.Commit();
}

}  // namespace ringscope
