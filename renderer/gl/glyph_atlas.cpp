#include "renderer/gl/glyph_atlas.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ringscope {
namespace {

// Blank texels around each glyph, so that filtering never reads its neighbour.
constexpr uint32_t kPaddingTexels = 1;

}  // namespace

GlyphAtlas::GlyphAtlas(std::shared_ptr<const FontFace> font)
    : font_(std::move(font)), texture_(MakeGlTexture()) {
  Clear();
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
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
  // Blank, not only free: filtering at a glyph's edge reads a little of what lies beside it.
  const std::vector<uint8_t> blank(size_t{kSizeTexels} * kSizeTexels);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, kSizeTexels, kSizeTexels, 0, GL_RED, GL_UNSIGNED_BYTE, blank.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace ringscope
