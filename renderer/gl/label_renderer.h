#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cct/base/result.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/glyph_atlas.h"
#include "renderer/gl/label_geometry.h"
#include "renderer/gl/shader_program.h"

namespace ringscope {

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
