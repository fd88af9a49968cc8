#include "app/diagram/diagram_picture.h"

#include "app/views/shape_picture.h"
#include "renderer/gl/font_face.h"

namespace ringscope {
namespace {

constexpr float kMarginPx = 32;
constexpr double kMostEnlarged = 1.5;
constexpr uint32_t kMostLabels = 2'000;

}  // namespace

PlaneCamera FitDiagram(const ShapeIndex& index, float width_px, float height_px, float scale) {
  PlaneCamera camera = CameraToFit(index.bounds(), width_px, height_px, kMarginPx * scale, true);
  const double most = kMostEnlarged * scale;
  if (camera.px_per_x > most) camera.px_per_x = camera.px_per_y = most;
  return camera;
}

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

Result<Image> DiagramImage(const Diagram& diagram, const DiagramPicture& picture,
                           const std::shared_ptr<const FontFace>& font) {
  const MeasureText measure = font != nullptr ? FontFace::Measurer(font) : MeasureText();
  return ShapesImage(PlaceDiagram(diagram, picture, measure), picture.theme, font);
}

Result<void> SaveDiagramSvg(const Diagram& diagram, const DiagramPicture& picture,
                            const std::filesystem::path& path) {
  return SaveShapesSvg(PlaceDiagram(diagram, picture, AverageSansWidth), picture.theme, picture.title, path,
                       [&](uint32_t rect) { return diagram.boxes[rect].label; });
}

}  // namespace ringscope
