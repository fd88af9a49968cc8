#include "app/charts/diagram/diagram_layers.h"

#include <cmath>

namespace ringscope {
namespace {

// A hand moves less between two frames; a margin twice as wide costs more to draw than it saves.
constexpr int32_t kDragMarginPx = 256;

// An invisible part of a pixel.
constexpr double kHardlyPx = 1e-3;

}  // namespace

bool DiagramLayers::FindShift(const PlaneCamera& camera) {
  const auto margin = static_cast<float>(margin_px_);
  if (!is_placed_ || camera.px_per_unit != camera_.px_per_unit ||
      camera.width_px + 2 * margin != camera_.width_px || camera.height_px + 2 * margin != camera_.height_px)
    return false;
  const double right = (camera.center.x - camera_.center.x) * camera.px_per_unit,
               down = (camera.center.y - camera_.center.y) * camera.px_per_unit;
  const double most = margin_px_ + kHardlyPx;
  if (!(std::abs(right) <= most && std::abs(down) <= most)) return false;
  if (std::abs(right - std::round(right)) > kHardlyPx || std::abs(down - std::round(down)) > kHardlyPx)
    return false;
  shift_ = {static_cast<int32_t>(std::lround(right)), static_cast<int32_t>(std::lround(down))};
  return true;
}

void DiagramLayers::Place(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                          bool is_dragged, const DiagramNames& names) {
  if (!FindShift(camera)) {
    // Without a texture, the margin would be drawn over the neighbours of the chart.
    margin_px_ = is_dragged && kept_.has_texture() ? kDragMarginPx : 0;
    shift_ = {};
    camera_ = camera;
    camera_.width_px += static_cast<float>(2 * margin_px_);
    camera_.height_px += static_cast<float>(2 * margin_px_);
    PlaceShapes(batch, index, camera_, placed_);
    pixels_.Gather(placed_);
    boxes_.SetShapes(placed_);
    rects_ = placed_.rects;
    theme_ = names.theme;
    kept_.Outdate();
    is_placed_ = true;
  }
  PlaceNames(batch, index, camera, names);
}

void DiagramLayers::PlaceNames(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                               const DiagramNames& names) {
  PlacedShapes& placed = placed_names_;
  placed.width_px = camera.width_px;
  placed.height_px = camera.height_px;
  placed.strokes.clear();
  placed.labels.clear();
  placed.label_colors.clear();
  placed.rects = rects_;
  for (PlacedRect& rect : placed.rects) {
    rect.left_px -= static_cast<float>(margin_px_ + shift_.right_px);
    rect.top_px -= static_cast<float>(margin_px_ + shift_.down_px);
  }
  if (names.measure) PlaceTexts(batch, index, camera, LabelOptions{}, names.measure, placed);
  if (names.has_callouts) PlaceCallouts(names, batch, camera, placed);
  // The rectangles of names follow those of the boxes, and only they are drawn with this layer.
  placed.rects.erase(placed.rects.begin(), placed.rects.begin() + static_cast<ptrdiff_t>(rects_.size()));
  placed.strokes_below = placed.strokes.size();
  names_.SetShapes(placed);
}

KeptPart DiagramLayers::PartOf(const DrawTarget& target) const {
  return {margin_px_ + shift_.right_px, margin_px_ + shift_.down_px, target.width_px + 2 * margin_px_,
          target.height_px + 2 * margin_px_};
}

KeptDrawing::DrawInto DiagramLayers::DrawBoxes() const {
  return [this](const DrawTarget& target) { boxes_.Draw(target, PaletteOf(theme_).background); };
}

void DiagramLayers::DrawAhead(const DrawTarget& target) {
  const KeptPart part = PartOf(target);
  kept_.DrawAhead(part.whole_width_px, part.whole_height_px, DrawBoxes());
}

void DiagramLayers::Draw(const DrawTarget& target, bool keeps) {
  if (keeps) {
    kept_.Show(target, PartOf(target), DrawBoxes());
  } else {
    DrawBoxes()(target);
    kept_.Outdate();
  }
  names_.Draw(target, std::nullopt);
}

void DiagramLayers::Forget() {
  is_placed_ = false;
  placed_ = {};
  placed_names_ = {};
  rects_.clear();
  boxes_.SetShapes({});
  names_.SetShapes({});
  kept_.Outdate();
}

}  // namespace ringscope
