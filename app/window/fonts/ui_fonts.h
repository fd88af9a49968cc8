#pragma once

#include <span>

#include "app/view/panel.h"
#include "renderer/gl/font_face.h"

namespace ringscope {

// Loads the user interface's fonts into the current ImGui context at a content scale: the given font (the
// same one the chart's labels use) with what is usual in names of functions, and those of `code_points` that
// it or the fonts it falls back on have; ImGui's built-in font where there is none. Replaces fonts loaded
// before; the texture has to be made anew then. Cost: O(glyphs), some tens of milliseconds for a few hundred.
//
// The texture stays within what any graphics processor takes: at large scales the last of many code points
// are left out. So are those beyond U+FFFF, which ImGui is built without.
// `mono`, a font with letters of one width, is for source text; null: the given font for that too.
[[nodiscard]] PanelFonts LoadUiFonts(const FontFace* font, const FontFile* mono,
                                     std::span<const char32_t> code_points, float scale);

// Whether loading again with these code points would bring glyphs that the fonts lack. O(code points).
[[nodiscard]] bool UiFontsLack(const PanelFonts& fonts, const FontFace* font,
                               std::span<const char32_t> code_points, float scale);

}  // namespace ringscope
