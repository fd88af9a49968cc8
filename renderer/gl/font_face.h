#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "renderer/layout/labels.h"

namespace ringscope {

// One rasterised glyph: coverage, 8 bits a pixel, row by row from the top.
struct GlyphImage {
  uint32_t width_px = 0;
  uint32_t height_px = 0;
  // From the pen position on the baseline to the image's upper left corner, y up.
  float left_px = 0;
  float top_px = 0;
  float advance_px = 0;
  std::vector<uint8_t> coverage;
};

// A TrueType font: measures and rasterises text. Not thread-safe (it caches advances); cheap to share in one
// thread.
class FontFace {
 public:
  // The system's sans serif font, found through fontconfig; any other font if there is none. kNotFound
  // without fonts.
  [[nodiscard]] static Result<std::shared_ptr<const FontFace>> LoadDefault();
  [[nodiscard]] static Result<std::shared_ptr<const FontFace>> LoadFile(const std::filesystem::path& path,
                                                                        int face_index = 0);
  ~FontFace();
  FontFace(const FontFace&) = delete;
  FontFace& operator=(const FontFace&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const;

  // Width of one line of UTF-8 text; code points the font lacks count as its replacement glyph. O(code
  // points).
  [[nodiscard]] float Width(std::string_view text, float size_px) const;
  [[nodiscard]] float Advance(char32_t code_point, float size_px) const;
  // Height of capital letters above the baseline: what labels are centred by.
  [[nodiscard]] float CapHeight(float size_px) const;
  [[nodiscard]] GlyphImage Rasterize(char32_t code_point, float size_px) const;

  // For PlaceLabels(): keeps the font alive.
  [[nodiscard]] static MeasureText Measurer(std::shared_ptr<const FontFace> font);

 private:
  struct State;
  explicit FontFace(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace ringscope
