#include "renderer/gl/label_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "cct/base/text/utf8.h"
#include "shaders/chart_constants.h"

namespace ringscope {
namespace {

// Blank texels around each glyph, so that filtering never reads its neighbour.
constexpr uint32_t kPaddingTexels = 1;

struct Vector {
  float x = 0, y = 0;
};

// Turned text is rasterised at this scale, then filtered.
constexpr uint32_t kTurnedTexelsPerPx = 2;

// Unit vector to an angle, clockwise from 12 o'clock, y up.
Vector Outward(float turns) {
  const float angle = turns * 2.0f * std::numbers::pi_v<float>;
  return {std::sin(angle), std::cos(angle)};
}

// The quad of a glyph whose pen stands at `pen` and writes towards `right`.
void AppendGlyph(const AtlasGlyph& glyph, Vector pen, Vector right, Color color,
                 std::vector<GlyphVertex>& vertices) {
  if (glyph.texel_width == 0) return;
  const Vector up{-right.y, right.x};
  for (const int corner : {0, 1, 2, 3}) {
    const bool at_right = (corner & 1) != 0, at_bottom = (corner & 2) != 0;
    const float x = glyph.left_px + (at_right ? glyph.width_px : 0.0f);
    const float y = glyph.top_px - (at_bottom ? glyph.height_px : 0.0f);
    vertices.push_back({pen.x + right.x * x + up.x * y, pen.y + right.y * x + up.y * y,
                        static_cast<uint16_t>(glyph.texel_x + (at_right ? glyph.texel_width : 0)),
                        static_cast<uint16_t>(glyph.texel_y + (at_bottom ? glyph.texel_height : 0)), color});
  }
}

}  // namespace

GlyphAtlas::GlyphAtlas(std::shared_ptr<const FontFace> font)
    : font_(std::move(font)), texture_(MakeGlTexture()) {
  Clear();
  BindTexture(texture_, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
}

std::optional<AtlasGlyph> GlyphAtlas::Find(char32_t code_point, float size_px, uint32_t texels_per_px) {
  const auto quarter_px = static_cast<uint64_t>(std::clamp(std::lround(size_px * 4.0f), 4L, 1024L));
  const uint64_t key = (quarter_px << 40) | (uint64_t{texels_per_px} << 32) | code_point;
  if (const auto known = glyphs_.find(key); known != glyphs_.end()) return known->second;

  const auto scale = static_cast<float>(texels_per_px);
  const GlyphImage image = font_->Rasterize(code_point, static_cast<float>(quarter_px) * 0.25f * scale);
  AtlasGlyph glyph;
  glyph.advance_px = font_->Advance(code_point, size_px);
  // Padding is part of the quad: the filtered edge of the glyph lies in it.
  const uint32_t width = image.width_px + 2 * kPaddingTexels;
  const uint32_t height = image.height_px + 2 * kPaddingTexels;
  if (image.coverage.empty()) {
    glyphs_.emplace(key, glyph);
    return glyph;
  }
  if (pen_x_ + width > kSizeTexels) {
    pen_x_ = 0;
    shelf_y_ += shelf_height_;
    shelf_height_ = 0;
  }
  if (width > kSizeTexels || shelf_y_ + height > kSizeTexels) return std::nullopt;

  std::vector<uint8_t> padded(size_t{width} * height);
  for (uint32_t row = 0; row < image.height_px; ++row) {
    std::copy_n(image.coverage.begin() + static_cast<ptrdiff_t>(row) * image.width_px, image.width_px,
                padded.begin() + static_cast<ptrdiff_t>(row + kPaddingTexels) * width + kPaddingTexels);
  }
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(pen_x_), static_cast<GLint>(shelf_y_),
                  static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RED, GL_UNSIGNED_BYTE,
                  padded.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, 0);

  glyph.texel_x = static_cast<uint16_t>(pen_x_);
  glyph.texel_y = static_cast<uint16_t>(shelf_y_);
  glyph.texel_width = static_cast<uint16_t>(width);
  glyph.texel_height = static_cast<uint16_t>(height);
  glyph.left_px = (image.left_px - kPaddingTexels) / scale;
  glyph.top_px = (image.top_px + kPaddingTexels) / scale;
  glyph.width_px = static_cast<float>(width) / scale;
  glyph.height_px = static_cast<float>(height) / scale;
  pen_x_ += width;
  shelf_height_ = std::max(shelf_height_, height);
  glyphs_.emplace(key, glyph);
  return glyph;
}

void GlyphAtlas::Clear() {
  glyphs_.clear();
  pen_x_ = shelf_y_ = shelf_height_ = 0;
  // Fills with blanks: filtering at a glyph's edge reads a little of its surroundings.
  const std::vector<uint8_t> blank(size_t{kSizeTexels} * kSizeTexels);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, kSizeTexels, kSizeTexels, 0, GL_RED, GL_UNSIGNED_BYTE, blank.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
}

bool BuildLabelGeometry(std::span<const Label> labels, const std::function<Color(const Label&)>& color_of,
                        GlyphAtlas& atlas, std::vector<GlyphVertex>& vertices) {
  vertices.clear();
  bool complete = true;
  for (const Label& label : labels) {
    const Color color = color_of(label);
    const float half_cap_px = 0.5f * atlas.font().CapHeight(label.size_px);
    const bool row = label.direction == LabelDirection::kRow;
    const bool upright = row || label.direction == LabelDirection::kCenter;
    const float way = label.flipped ? -1.0f : 1.0f;
    const Vector outward = Outward(label.middle_turns);
    float pen_px = row ? label.offset_x_px : -0.5f * atlas.font().Width(label.text, label.size_px);
    if (upright) pen_px = std::round(pen_px);

    std::string_view rest = label.text;
    while (!rest.empty()) {
      const auto glyph = atlas.Find(TakeCodePoint(rest), label.size_px, upright ? 1 : kTurnedTexelsPerPx);
      if (!glyph) {
        complete = false;
        continue;
      }
      switch (label.direction) {
        case LabelDirection::kCenter:
        case LabelDirection::kRow:
          // Whole pixels keep upright text crisp.
          AppendGlyph(*glyph, {std::round(pen_px), std::round(-label.offset_y_px - half_cap_px)}, {1, 0},
                      color, vertices);
          break;
        case LabelDirection::kRadial: {
          const Vector right{outward.x * way, outward.y * way};
          const Vector up{-right.y, right.x};
          const float along_px = label.radius_px * way + pen_px;
          AppendGlyph(*glyph,
                      {right.x * along_px - up.x * half_cap_px, right.y * along_px - up.y * half_cap_px},
                      right, color, vertices);
          break;
        }
        case LabelDirection::kTangential: {
          // Each glyph stands upright on the arc under its own middle.
          const float middle_px = pen_px + 0.5f * glyph->advance_px;
          const float radius_px = std::max(label.radius_px, 1.0f);
          const Vector up_at =
              Outward(label.middle_turns + way * middle_px / radius_px / (2.0f * std::numbers::pi_v<float>));
          const Vector right{up_at.y * way, -up_at.x * way};
          const float baseline_px = radius_px - way * half_cap_px;
          const float back_px = 0.5f * glyph->advance_px;
          AppendGlyph(*glyph,
                      {up_at.x * baseline_px - right.x * back_px, up_at.y * baseline_px - right.y * back_px},
                      right, color, vertices);
          break;
        }
      }
      pen_px += glyph->advance_px;
    }
  }
  return complete;
}

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
    // The atlas is full of glyphs of earlier labels: after Clear() there is room for these.
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
  glUseProgram(program_.name());
  SetUniform(program_, "ndc_per_px", {placement.ndc_per_px_x, placement.ndc_per_px_y});
  SetUniform(program_, "center_ndc", {placement.center_x, placement.center_y});
  constexpr float kAtlasScale = 1.0f / static_cast<float>(GlyphAtlas::kSizeTexels);
  SetUniform(program_, "atlas_scale", {kAtlasScale, kAtlasScale});
  SetUniform(program_, "opacity", {std::min(opacity, 1.0f)});
  glUniform1i(glGetUniformLocation(program_.name(), "atlas"), 0);
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
