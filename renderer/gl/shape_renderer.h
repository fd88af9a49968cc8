#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/gl_api.h"
#include "renderer/gl/label_renderer.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Draws placed shapes with OpenGL 3.3 core: rectangles, lines and points in one draw each, rasters as
// textures, then text. All edges but those of rasters are anti-aliased. Contexts and GL state as with
// ChartRenderer: the creating context must be current in every call, Draw() sets every bit of state it
// depends on, and no call leaves a GL error.
class ShapeRenderer {
 public:
  // Errors: kMalformed if a shader does not compile. Without a font: no text.
  [[nodiscard]] static Result<ShapeRenderer> Create(const ChartRendererOptions& options);

  // Uploads placed shapes; drawing them again uploads nothing. O(placed shapes).
  void SetShapes(const PlacedShapes& shapes);
  // Draws with the view's upper left corner at the target's. Without a background: draws over what the target
  // has.
  void Draw(const DrawTarget& target, std::optional<Color> background) const;

 private:
  // Consecutive rectangles that all have stripes, or all have none.
  struct Run {
    size_t first = 0, count = 0;
    bool is_striped = false;
  };

  // A raster as a texture, a texel a cell.
  struct Raster {
    GlTexture texture;
    PlacedRaster place;  // without its cells
  };

  explicit ShapeRenderer(LabelRenderer labels) : labels_(std::move(labels)) {}

  void MakeRuns(const PlacedShapes& shapes);
  void UploadRasters(const PlacedShapes& shapes);
  void DrawRaster(const Raster& raster, const ChartPlacement& placement) const;

  GlProgram rect_program_, striped_program_, stroke_program_, raster_program_;
  LabelRenderer labels_;
  GlVertexArray vertex_array_ = MakeGlVertexArray();
  GlBuffer rects_ = MakeGlBuffer();
  GlBuffer strokes_ = MakeGlBuffer();
  std::vector<Run> runs_;
  std::vector<Raster> rasters_;  // the first raster_count_ are drawn
  size_t raster_count_ = 0;
  size_t stroke_count_ = 0, strokes_below_ = 0;
};

}  // namespace ringscope
