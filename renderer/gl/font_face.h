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

// A font in a file; collections hold several.
struct FontFile {
  std::filesystem::path path;
  int face_index = 0;
  friend bool operator==(const FontFile&, const FontFile&) = default;
};

// The scalable font of the system closest to the name; some font if there is any. kNotFound without fonts.
[[nodiscard]] Result<FontFile> FindFontFile(const char* family);

// A font that has a code point, if there is one.
using FontFileFor = std::function<std::optional<FontFile>(char32_t)>;

// Looks among the system's scalable, single-coloured fonts, those closest to sans serif first. They are
// listed when first asked, which takes some milliseconds; then a code point costs O(fonts). Not thread-safe.
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

// A TrueType font, with others for the code points it lacks: measures and rasterises text. Not thread-safe
// (it caches advances and opens fonts as they are needed); cheap to share in one thread.
class FontFace {
 public:
  // So many fonts at most, itself included; what only further ones have shows as the replacement glyph.
  static constexpr size_t kMaxFaces = 16;

  // The system's sans serif font, found through fontconfig, with all others to fall back on; any other font
  // if there is none. kNotFound without fonts.
  [[nodiscard]] static Result<std::shared_ptr<const FontFace>> LoadDefault();
  // `fallback` is asked once for each code point the font lacks.
  [[nodiscard]] static Result<std::shared_ptr<const FontFace>> LoadFile(FontFile file,
                                                                        FontFileFor fallback = {});
  ~FontFace();
  FontFace(const FontFace&) = delete;
  FontFace& operator=(const FontFace&) = delete;

  // The fonts in use: 0 is this one, further ones as FaceOf() and the functions below needed them.
  [[nodiscard]] const FontFile& file(size_t face = 0) const;
  // Which font draws a code point; nothing where none has it.
  [[nodiscard]] std::optional<size_t> FaceOf(char32_t code_point) const;
  // From the highest ascender to the lowest descender as the font states them, in units of its size.
  [[nodiscard]] float LineHeightEm(size_t face = 0) const;

  // Width of one line of UTF-8 text; code points no font has count as the replacement glyph. O(code
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
