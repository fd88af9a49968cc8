#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/source/source.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"
#include "renderer/gl/font_face.h"

namespace ringscope {

// The characters beyond ASCII that texts on screen may contain, to find fonts for them: those of names of
// shown trees, source texts, titles, recent files and typed text.
class ShownText {
 public:
  // More glyphs would not fit into a texture.
  static constexpr size_t kMaxCodePoints = 4000;
  // The most bytes that one call reads, so that a large profile does not hold up a frame.
  static constexpr size_t kBytesPerCall = size_t{4} << 20;

  // Reads new texts; returns whether more are left to read. O(views + kBytesPerCall).
  bool Look(const AppState& state);

  // Adds typed text at once.
  void Add(char32_t code_point);
  void Add(std::string_view text);

  // Each code point once, in the order of their appearance. A new tree or source text for a full list begins
  // the list anew with the shown texts.
  [[nodiscard]] std::span<const char32_t> code_points() const { return code_points_; }
  // Grows with every code point.
  [[nodiscard]] uint64_t serial() const { return serial_; }

 private:
  struct Source {
    CctPtr tree;                             // a tree with names, or
    std::shared_ptr<const SourceView> text;  // a source text
    uint64_t looked_at = 0;                  // bytes read

    [[nodiscard]] bool operator==(const Source& other) const {
      return tree == other.tree && text == other.text;
    }
  };
  [[nodiscard]] std::span<const uint8_t> NextBytes(const Source& source, size_t at_most) const;

  std::vector<Source> sources_;
  std::vector<char32_t> code_points_;
  uint64_t serial_ = 0;
  std::vector<uint64_t> seen_;  // a bit for each code point
};

// A face of a font of the user interface: its glyphs are added to those of the faces before.
struct UiFontFace {
  FontFile file;
  float size_px = 0;
  int oversampling = 1;
  std::vector<ImWchar> glyphs;  // pairs of first and last, then 0
};

// The inputs of UiFonts: plain data, so that another thread can make the fonts.
struct UiFontPlan {
  float scale = 1;
  std::array<std::vector<UiFontFace>, 4> faces;  // as in PanelFonts
};

struct UiFonts {
  std::unique_ptr<ImFontAtlas> atlas;
  PanelFonts fonts;  // in the atlas
  float scale = 1;
};

// The user interface's fonts at a content scale: `font` (the one of the chart's labels) with the usual
// characters of functions' names and the `code_points` that it or its fallback fonts have; null: ImGui's
// built-in font. `mono`: a font with letters of one width, for source text; null: `font`. O(code points).
//
// The texture stays within the limits of any graphics processor: at large scales the last of many code points
// are left out. Code points beyond U+FFFF are left out, as ImGui is built without them.
[[nodiscard]] UiFontPlan PlanUiFonts(const FontFace* font, const FontFile* mono,
                                     std::span<const char32_t> code_points, float scale);
// Reads the files and draws the glyphs: some tens of milliseconds for a few hundred. On any thread, while the
// current ImGui context stays.
[[nodiscard]] UiFonts MakeUiFonts(const UiFontPlan& plan);

// Whether fonts made with these code points would bring glyphs that the fonts lack. O(code points).
[[nodiscard]] bool UiFontsLack(const PanelFonts& fonts, const FontFace* font,
                               std::span<const char32_t> code_points, float scale);

}  // namespace ringscope
