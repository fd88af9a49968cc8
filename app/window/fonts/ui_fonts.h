#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "app/view/panel.h"
#include "renderer/gl/font_face.h"

namespace ringscope {

// A font of the user interface in a texture: glyphs of one face are added to those of the faces before it.
struct UiFontFace {
  FontFile file;
  float size_px = 0;
  int oversampling = 1;
  std::vector<ImWchar> glyphs;  // pairs of first and last, then 0
};

// What fonts are made of: plain data, so that another thread can make them.
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
// built-in font. O(code points).
//
// The texture stays within what any graphics processor takes: at large scales the last of many code points
// are left out. Code points beyond U+FFFF are left out, as ImGui is built without them.
// `mono`, a font with letters of one width, is for source text; null: `font` is for source text too.
[[nodiscard]] UiFontPlan PlanUiFonts(const FontFace* font, const FontFile* mono,
                                     std::span<const char32_t> code_points, float scale);
// Reads the files and draws the glyphs: some tens of milliseconds for a few hundred. On any thread, while the
// current ImGui context stays.
[[nodiscard]] UiFonts MakeUiFonts(const UiFontPlan& plan);

// Whether fonts made with these code points would bring glyphs that the fonts lack. O(code points).
[[nodiscard]] bool UiFontsLack(const PanelFonts& fonts, const FontFace* font,
                               std::span<const char32_t> code_points, float scale);

}  // namespace ringscope
