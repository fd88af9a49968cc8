#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "cct/base/result.h"
#include "renderer/color/color.h"

namespace ringscope {

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

}  // namespace ringscope
