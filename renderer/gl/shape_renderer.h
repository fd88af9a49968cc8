#pragma once

#include <memory>
#include <optional>

#include "cct/base/result.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/image.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Draws placed shapes with OpenGL 3.3 core: rectangles, lines and points in one draw each, then text. All
// edges are anti-aliased. Contexts and GL state as with ChartRenderer: the context that was current at
// Create() must be in every call, Draw() sets every bit of state it depends on, and no call leaves a GL
// error.
class ShapeRenderer {
 public:
  // Errors: kMalformed when a shader does not compile. Without a font no text is drawn.
  [[nodiscard]] static Result<ShapeRenderer> Create(const ChartRendererOptions& options);

  ShapeRenderer(ShapeRenderer&&) noexcept;
  ShapeRenderer& operator=(ShapeRenderer&&) noexcept;
  ~ShapeRenderer();

  // Uploads what is to be drawn; drawing it again uploads nothing. O(placed shapes).
  void SetShapes(const PlacedShapes& shapes);
  // The view's upper left corner is the target's. Without a background: over what is there.
  void Draw(const DrawTarget& target, std::optional<Color> background) const;

 private:
  struct State;
  explicit ShapeRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The shapes as a picture of their view's size, drawn in the current context.
[[nodiscard]] Result<Image> RenderShapesImage(const PlacedShapes& shapes, Color background,
                                              std::shared_ptr<const FontFace> font);

}  // namespace ringscope
