#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "renderer/text/labels.h"

namespace ringscope {

// A font in a file; a collection holds several.
struct FontFile {
  std::filesystem::path path;
  int face_index = 0;
  friend bool operator==(const FontFile&, const FontFile&) = default;
};

// The scalable font of the system that is closest to the name, at any distance. kNotFound without fonts.
[[nodiscard]] Result<FontFile> FindFontFile(const char* family);

// Finds a font with a code point, if any.
using FontFileFor = std::function<std::optional<FontFile>(char32_t)>;

// Searches the system's scalable, single-coloured fonts, those closest to sans serif first. The first search
// lists them, which takes some milliseconds; then a code point costs O(fonts). Not thread-safe.
[[nodiscard]] FontFileFor SystemFontFileFor();

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

// A TrueType font, with others for the code points that it lacks: measures and rasterises text. Not
// thread-safe (caches advances and opens fonts on demand); cheap to share in one thread.
class FontFace {
 public:
  // The most fonts, this one included; code points of further fonts show as the replacement glyph.
  static constexpr size_t kMaxFaces = 16;

  // The system's sans serif font, found through fontconfig, with all others to fall back on; without it any
  // other font. kNotFound without fonts.
  [[nodiscard]] static Result<std::shared_ptr<const FontFace>> LoadDefault();
  // `fallback` is asked once for each code point that the font lacks.
  [[nodiscard]] static Result<std::shared_ptr<const FontFace>> LoadFile(FontFile file,
                                                                        FontFileFor fallback = {});
  ~FontFace();
  FontFace(const FontFace&) = delete;
  FontFace& operator=(const FontFace&) = delete;

  // The fonts in use: 0 is this one, further ones in the order in which they were first needed.
  [[nodiscard]] const FontFile& file(size_t face = 0) const;
  // The font that draws a code point; std::nullopt if all fonts lack it.
  [[nodiscard]] std::optional<size_t> FaceOf(char32_t code_point) const;
  // From the highest ascender to the lowest descender as the font states, in units of its size.
  [[nodiscard]] float LineHeightEm(size_t face = 0) const;

  // Width of one line of UTF-8 text; code points without a font count as the replacement glyph. O(code
  // points).
  [[nodiscard]] float Width(std::string_view text, float size_px) const;
  [[nodiscard]] float Advance(char32_t code_point, float size_px) const;
  // Height of capital letters above the baseline, by which labels are centred.
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
