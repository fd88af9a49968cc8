#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// One face of a font file.
struct FontFile {
  std::filesystem::path path;
  int face_index = 0;
  friend bool operator==(const FontFile&, const FontFile&) = default;
};

// The system's scalable outline fonts, as fontconfig knows them. Not thread-safe. Creating one reads the font
// caches, some milliseconds.
class FontFinder {
 public:
  // Where fontconfig finds no configuration every search fails.
  FontFinder();
  ~FontFinder();
  FontFinder(const FontFinder&) = delete;
  FontFinder& operator=(const FontFinder&) = delete;

  // The font that is closest to a family name ("sans", "monospace"): some font, if there is any at all.
  // kNotFound without fonts.
  [[nodiscard]] Result<FontFile> Find(const char* family) const;

  // Fonts that together have as many of the code points as can be had, each with those it is for: the first
  // has most of them. At most kMaxFonts. O(fonts * code points).
  struct Cover {
    FontFile font;
    std::vector<char32_t> code_points;  // ascending
  };
  static constexpr size_t kMaxFonts = 16;
  [[nodiscard]] std::vector<Cover> FindCovering(std::span<const char32_t> code_points) const;

 private:
  struct Config;
  std::unique_ptr<Config> config_;
};

}  // namespace ringscope
