#pragma once

#include <cstdint>
#include <vector>

#include "app/charts/diagram/callouts.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/shapes/gather_pixels.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/shape_index.h"

namespace ringscope {

// Draws a chart of boxes in two layers. A drag moves boxes and edges unchanged, so their layer is drawn with
// a margin beyond the view and copied at an offset. Names are placed anew in each view. The window's OpenGL
// context is current in every call that draws.
class DiagramLayers {
 public:
  DiagramLayers(ShapeRenderer boxes, ShapeRenderer names)
      : boxes_(std::move(boxes)), names_(std::move(names)) {}

  // To be called when the boxes, or their looks, change.
  void Outdate() { is_placed_ = false; }
  void Forget();
  // `is_dragged`: the next camera probably shows a neighbouring place at the same scale. O(boxes that can be
  // told apart in view); for a camera beside the last one O(boxes that PixelGatherer leaves).
  void Place(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera, bool is_dragged,
             const DiagramNames& names);

  // DrawAhead(), and `keeps`, pay only if the next frame shows the same boxes.
  void DrawAhead(const DrawTarget& target);
  void Draw(const DrawTarget& target, bool keeps);

 private:
  // How far the camera moved since the boxes were placed, in whole pixels.
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
  int32_t margin_px_ = 0;  // drawn beyond the view on each side
  Shift shift_;
  PlacedShapes placed_, placed_names_;  // kept to use their vectors again
  std::vector<PlacedRect> rects_;       // placed boxes that PixelGatherer left, which names avoid
};

}  // namespace ringscope
