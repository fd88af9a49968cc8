#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "renderer/color/color.h"

namespace ringscope {

class FontFace;
struct PlacedCaption;

// 8-bit RGBA, rows from the top.
struct Image {
  uint32_t width_px = 0;
  uint32_t height_px = 0;
  std::vector<uint8_t> rgba;

  [[nodiscard]] Color At(uint32_t x, uint32_t y) const {
    const size_t i = (size_t{y} * width_px + x) * 4;
    return {rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]};
  }
  friend bool operator==(const Image&, const Image&) = default;
};

// The picture as the bytes of a PNG file.
[[nodiscard]] Result<std::vector<uint8_t>> EncodePng(const Image& image);

// Replaces the file atomically.
[[nodiscard]] Result<void> WritePng(const std::filesystem::path& path, const Image& image);

// Draws one line of UTF-8 text over the image; text outside the image is cut off.
void DrawTextLine(std::string_view text, float x_px, float middle_y_px, float size_px, Color color,
                  const FontFace& font, Image& image);

// The chart with its caption around it. `font` may be null: no text.
[[nodiscard]] Image WithCaption(const Image& chart, const PlacedCaption& caption, Theme theme,
                                const FontFace* font);

// An image of one colour.
[[nodiscard]] Image FilledImage(uint32_t width_px, uint32_t height_px, Color color);
// Copies an image into another, which must have room for all of it.
void CopyImage(const Image& from, uint32_t left_px, uint32_t top_px, Image& to);

}  // namespace ringscope
