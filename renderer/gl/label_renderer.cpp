#include "renderer/gl/label_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "shaders/chart_constants.h"

namespace ringscope {

Result<LabelRenderer> LabelRenderer::Create(const ShaderSource& source,
                                            std::shared_ptr<const FontFace> font) {
  RINGSCOPE_ASSIGN(GlProgram program, BuildProgram(source, "label.vert", "label.frag"));
  LabelRenderer renderer(std::move(program));
  if (font != nullptr) renderer.atlas_.emplace(std::move(font));
  return renderer;
}

void LabelRenderer::SetLabels(std::span<const Label> labels,
                              const std::function<Color(const Label&)>& color_of) {
  glyph_count_ = 0;
  if (!atlas_) return;
  if (!BuildLabelGeometry(labels, color_of, *atlas_, vertices_)) {
    // Full of glyphs that earlier labels used: with those of these labels alone there is room.
    atlas_->Clear();
    static_cast<void>(BuildLabelGeometry(labels, color_of, *atlas_, vertices_));
  }
  UploadGlyphs();
}

void LabelRenderer::UploadGlyphs() {
  glyph_count_ = static_cast<uint32_t>(vertices_.size() / 4);
  if (glyph_count_ == 0) return;
  Upload(glyphs_, vertices_);
  if (glyph_count_ <= indexed_glyph_count_) return;
  indexed_glyph_count_ = std::max(glyph_count_, 2 * indexed_glyph_count_);
  std::vector<uint32_t> indices;
  indices.reserve(size_t{indexed_glyph_count_} * 6);
  for (uint32_t glyph = 0; glyph < indexed_glyph_count_; ++glyph) {
    for (const uint32_t corner : {0u, 1u, 2u, 2u, 1u, 3u}) indices.push_back(glyph * 4 + corner);
  }
  Upload(indices_, indices);
}

void LabelRenderer::Draw(const ChartPlacement& placement, float opacity) const {
  if (glyph_count_ == 0 || !(opacity > 0)) return;
  const GLuint program = program_.name();
  glUseProgram(program);
  glUniform2f(glGetUniformLocation(program, "ndc_per_px"), placement.ndc_per_px_x, placement.ndc_per_px_y);
  glUniform2f(glGetUniformLocation(program, "center_ndc"), placement.center_x, placement.center_y);
  constexpr float kAtlasScale = 1.0f / static_cast<float>(GlyphAtlas::kSizeTexels);
  glUniform2f(glGetUniformLocation(program, "atlas_scale"), kAtlasScale, kAtlasScale);
  glUniform1f(glGetUniformLocation(program, "opacity"), std::min(opacity, 1.0f));
  glUniform1i(glGetUniformLocation(program, "atlas"), 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, atlas_->texture());
  glBindBuffer(GL_ARRAY_BUFFER, glyphs_.name());
  constexpr GLsizei kStride = sizeof(GlyphVertex);
  const auto offset = [](size_t bytes) { return reinterpret_cast<const void*>(bytes); };
  for (const GLuint location : {RINGSCOPE_ATTRIBUTE_POSITION, RINGSCOPE_ATTRIBUTE_TEXEL}) {
    glEnableVertexAttribArray(location);
    glVertexAttribDivisor(location, 0);
  }
  glVertexAttribPointer(RINGSCOPE_ATTRIBUTE_POSITION, 2, GL_FLOAT, GL_FALSE, kStride, offset(0));
  glVertexAttribPointer(RINGSCOPE_ATTRIBUTE_TEXEL, 2, GL_UNSIGNED_SHORT, GL_FALSE, kStride,
                        offset(offsetof(GlyphVertex, texel_x)));
  PointColorAttribute(RINGSCOPE_ATTRIBUTE_COLOR, kStride, offsetof(GlyphVertex, color), 0);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(glyph_count_ * 6), GL_UNSIGNED_INT, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_COLOR);
}

}  // namespace ringscope
