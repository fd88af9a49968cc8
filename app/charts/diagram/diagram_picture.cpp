#include "app/charts/diagram/diagram_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/charts/diagram/callouts.h"
#include "app/charts/diagram/diagram_caption.h"
#include "app/charts/shape_picture.h"
#include "renderer/gl/font_face.h"

namespace ringscope {
namespace {

constexpr float kMarginPx = 32;
// A few boxes shall not be lost in a large picture, nor as large as what matters.
constexpr double kMostEnlarged = 2.5;
constexpr uint32_t kMostLabels = 2'000;

}  // namespace

PlaneCamera FitDiagram(const ShapeIndex& index, const PlaneBox& room, float width_px, float height_px,
                       float scale) {
  PlaneBox all = index.bounds();
  all.Add(room);
  PlaneCamera camera = CameraToFit(all, width_px, height_px, kMarginPx * scale, true);
  const double most = kMostEnlarged * scale;
  if (camera.px_per_x > most) camera.px_per_x = camera.px_per_y = most;
  return camera;
}

PlacedDiagram PlaceDiagram(const Diagram& diagram, const DiagramPicture& picture,
                           const MeasureText& measure) {
  ShapeBatch batch = ShapesOf(diagram);
  ShapeIndex index(batch);
  float height_px = picture.height_px;
  uint32_t footer_px = 0;
  const bool has_caption =
      picture.has_caption && picture.height_px >= static_cast<float>(kLeastCaptionedPx) * picture.scale;
  const auto width_px = static_cast<uint32_t>(std::lround(picture.width_px));
  const auto caption_at = [&](double px_per_unit) {
    return CaptionOf(picture.title, picture.facts, picture.legend, px_per_unit, picture.scale, picture.theme);
  };
  if (has_caption) {
    footer_px = ShapeCaptionFooterPx(caption_at(std::numeric_limits<double>::infinity()), width_px,
                                     picture.scale, measure);
    if (!picture.camera)
      height_px = std::max(1.0f, height_px - static_cast<float>(CaptionHeaderPx(picture.scale) + footer_px));
  }
  const PlaneCamera camera =
      picture.camera ? *picture.camera
                     : FitDiagram(index, diagram.room, picture.width_px, height_px, picture.scale);
  if (!HasGaps(camera.px_per_x / static_cast<double>(picture.scale))) {
    batch = ShapesOf(diagram, false);
    index = ShapeIndex(batch);
  }
  PlacedDiagram placed;
  PlaceShapes(batch, index, camera, placed.shapes);
  LabelOptions options;
  options.max_labels = kMostLabels;
  if (measure) PlaceTexts(batch, index, camera, options, measure, placed.shapes);
  PlaceCallouts(diagram, WeightiestBoxes(diagram), batch, camera, picture.scale, picture.theme, measure,
                placed.shapes);
  if (has_caption) {
    placed.caption = PlaceShapeCaption(caption_at(camera.px_per_x), width_px,
                                       static_cast<uint32_t>(std::lround(height_px)), footer_px,
                                       picture.scale, picture.theme, measure);
  }
  return placed;
}

Result<Image> DiagramImage(const Diagram& diagram, const DiagramPicture& picture,
                           const std::shared_ptr<const FontFace>& font) {
  const PlacedDiagram placed =
      PlaceDiagram(diagram, picture, font != nullptr ? FontFace::Measurer(font) : MeasureText());
  return ShapesImage(placed.shapes, picture.theme, font, placed.caption ? &*placed.caption : nullptr);
}

Result<void> SaveDiagramSvg(const Diagram& diagram, const DiagramPicture& picture,
                            const std::filesystem::path& path) {
  const PlacedDiagram placed = PlaceDiagram(diagram, picture, AverageSansWidth);
  return SaveShapesSvg(
      placed.shapes, picture.theme, picture.title, path,
      [&](uint32_t rect) { return diagram.boxes[rect].label; }, placed.caption ? &*placed.caption : nullptr);
}

}  // namespace ringscope
