#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "renderer/gl/font_face.h"
#include "renderer/gl/gl_objects.h"

namespace ringscope {

// Where a glyph lies in the atlas, in texels, and how it is placed, in pixels at the size it was asked for.
struct AtlasGlyph {
  uint16_t texel_x = 0, texel_y = 0;
  uint16_t texel_width = 0, texel_height = 0;
  float left_px = 0, top_px = 0;  // from the pen on the baseline to the upper left corner, y up
  float width_px = 0, height_px = 0;
  float advance_px = 0;
};

// A texture of glyphs, rasterised when first used.
class GlyphAtlas {
 public:
  explicit GlyphAtlas(std::shared_ptr<const FontFace> font);

  // `texels_per_px`: 1 for upright text on the pixel grid, 2 for turned text, which is then filtered while
  // drawn. Nothing when the atlas is full: Clear() and start over.
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

}  // namespace ringscope
