#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cct/base/result.h"
#include "renderer/color/color.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/gl_api.h"
#include "renderer/text/labels.h"

namespace ringscope {

// The place of a glyph in the atlas, in texels, and around the pen, in pixels at the requested size.
struct AtlasGlyph {
  uint16_t texel_x = 0, texel_y = 0;
  uint16_t texel_width = 0, texel_height = 0;
  float left_px = 0, top_px = 0;  // from the pen on the baseline to the upper left corner, y up
  float width_px = 0, height_px = 0;
  float advance_px = 0;
};

// A texture of glyphs, rasterised at first use.
class GlyphAtlas {
 public:
  explicit GlyphAtlas(std::shared_ptr<const FontFace> font);

  // `texels_per_px`: 1 for upright text on the pixel grid, 2 for turned text, which is then filtered while
  // drawn. std::nullopt if the atlas is full: call Clear() and start over.
  [[nodiscard]] std::optional<AtlasGlyph> Find(char32_t code_point, float size_px, uint32_t texels_per_px);

  // Forgets all glyphs.
  void Clear();

  [[nodiscard]] const FontFace& font() const { return *font_; }
  [[nodiscard]] uint32_t texture() const { return texture_.name(); }

  static constexpr uint32_t kSizeTexels = 1024;

 private:
  std::shared_ptr<const FontFace> font_;
  GlTexture texture_;
  std::unordered_map<uint64_t, AtlasGlyph> glyphs_;
  // Glyphs stand side by side on shelves.
  uint32_t pen_x_ = 0;
  uint32_t shelf_y_ = 0;
  uint32_t shelf_height_ = 0;
};

// One corner of a glyph: attributes RINGSCOPE_ATTRIBUTE_POSITION, _TEXEL and _COLOR.
struct GlyphVertex {
  float x_px = 0, y_px = 0;  // from the chart's centre, y up
  uint16_t texel_x = 0, texel_y = 0;
  Color color;
};
static_assert(sizeof(GlyphVertex) == 16 && offsetof(GlyphVertex, texel_x) == 8 &&
              offsetof(GlyphVertex, color) == 12);

// Appends four corners a glyph, in the order of two triangles 0 1 2, 2 1 3. Returns false if glyphs were left
// out because the atlas is full.
[[nodiscard]] bool BuildLabelGeometry(std::span<const Label> labels,
                                      const std::function<Color(const Label&)>& color_of, GlyphAtlas& atlas,
                                      std::vector<GlyphVertex>& vertices);

// Draws labels, in one call of OpenGL. Its creating context must be current in every call.
class LabelRenderer {
 public:
  // `font` may be null: no labels.
  [[nodiscard]] static Result<LabelRenderer> Create(const ShaderSource& source,
                                                    std::shared_ptr<const FontFace> font);

  // Places and uploads the labels. O(glyphs).
  void SetLabels(std::span<const Label> labels, const std::function<Color(const Label&)>& color_of);
  void Clear() { glyph_count_ = 0; }
  // Call between BeginDrawing() and EndDrawing(). The labels' origin is that of `placement`.
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
