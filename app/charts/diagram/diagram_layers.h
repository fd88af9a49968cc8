#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/shapes/gather_pixels.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/shape_index.h"

namespace ringscope {

// What names of boxes are placed by.
struct DiagramNames {
  const Diagram& diagram;
  std::span<const uint32_t> weightiest;  // as WeightiestBoxes() has them
  float scale = 1;
  Theme theme = Theme::kDark;
  const MeasureText& measure;  // empty: no names
  bool has_callouts = true;
};

// A chart of boxes is drawn in two layers: boxes with their edges, which a drag moves as they are, so that
// more of them is drawn than is in view and copied from there; and names, which look for room in what is in
// view. The window's OpenGL context is current in every call that draws.
class DiagramLayers {
 public:
  DiagramLayers(ShapeRenderer boxes, ShapeRenderer names)
      : boxes_(std::move(boxes)), names_(std::move(names)) {}

  // The boxes are not those of the last call to Place() any more, or look different.
  void Outdate() { is_placed_ = false; }
  void Forget();
  // `is_dragged`: the next camera probably shows a place beside this one, in the same scale. O(what can be
  // told apart in view); of a camera beside the last one O(boxes that PixelGatherer leaves).
  void Place(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera, bool is_dragged,
             const DiagramNames& names);

  // Where every frame has other boxes drawing ahead and keeping them gains nothing.
  void DrawAhead(const DrawTarget& target);
  void Draw(const DrawTarget& target, bool keeps);

 private:
  // How far the camera went since the boxes were placed, in whole pixels.
  struct Shift {
    int32_t right_px = 0, down_px = 0;
  };
  [[nodiscard]] bool FindShift(const PlaneCamera& camera);
  void PlaceNames(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                  const DiagramNames& names);
  [[nodiscard]] KeptPart PartOf(const DrawTarget& target) const;
  [[nodiscard]] KeptDrawing::DrawInto DrawBoxes() const;

  ShapeRenderer boxes_, names_;
  PixelGatherer pixels_;
  KeptDrawing kept_;
  Theme theme_ = Theme::kDark;
  bool is_placed_ = false;
  PlaneCamera camera_;     // of the boxes
  int32_t margin_px_ = 0;  // so much more than is in view, on each side
  Shift shift_;
  PlacedShapes placed_, placed_names_;  // their vectors are used again
  std::vector<PlacedRect> rects_;       // placed boxes that PixelGatherer left, which names avoid
};

}  // namespace ringscope
