#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cct/base/result.h"
#include "renderer/color/color.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/glyph_atlas.h"
#include "renderer/gl/shader_program.h"
#include "renderer/text/labels.h"

namespace ringscope {

// One corner of a glyph: attributes RINGSCOPE_ATTRIBUTE_POSITION, _TEXEL and _COLOR.
struct GlyphVertex {
  float x_px = 0, y_px = 0;  // from the chart's centre, y up
  uint16_t texel_x = 0, texel_y = 0;
  Color color;
};
static_assert(sizeof(GlyphVertex) == 16 && offsetof(GlyphVertex, texel_x) == 8 &&
              offsetof(GlyphVertex, color) == 12);

// Four corners a glyph, in the order of two triangles 0 1 2, 2 1 3. Glyphs the atlas has no room for are left
// out and make it return false.
[[nodiscard]] bool BuildLabelGeometry(std::span<const Label> labels,
                                      const std::function<Color(const Label&)>& color_of, GlyphAtlas& atlas,
                                      std::vector<GlyphVertex>& vertices);

// Draws labels, in one call of OpenGL. The context that was current when it was made must be in every call.
class LabelRenderer {
 public:
  // `font` may be null: nothing is drawn.
  [[nodiscard]] static Result<LabelRenderer> Create(const ShaderSource& source,
                                                    std::shared_ptr<const FontFace> font);

  // Uploads. O(glyphs).
  void SetLabels(std::span<const Label> labels, const std::function<Color(const Label&)>& color_of);
  void Clear() { glyph_count_ = 0; }
  // Between BeginDrawing() and EndDrawing(). The origin of `placement` is the labels'.
  void Draw(const ChartPlacement& placement, float opacity) const;

 private:
  explicit LabelRenderer(GlProgram program) : program_(std::move(program)) {}
  void UploadGlyphs();

  GlProgram program_;
  std::optional<GlyphAtlas> atlas_;
  GlBuffer glyphs_ = MakeGlBuffer();
  GlBuffer indices_ = MakeGlBuffer();
  uint32_t glyph_count_ = 0;
  uint32_t indexed_glyph_count_ = 0;
  std::vector<GlyphVertex> vertices_;
};

}  // namespace ringscope
