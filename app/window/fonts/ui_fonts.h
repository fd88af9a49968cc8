#pragma once

#include <span>

#include "app/view/panel.h"
#include "renderer/gl/font_face.h"

namespace ringscope {

// Loads the user interface's fonts into the current ImGui context at a content scale: `font` (the one of the
// chart's labels) with the usual characters of functions' names and the `code_points` that it or its fallback
// fonts have; null: ImGui's built-in font. Replaces the fonts loaded before; the texture has to be made anew
// then. Cost: O(glyphs), some tens of milliseconds for a few hundred.
//
// The texture stays within what any graphics processor takes: at large scales the last of many code points
// are left out. Code points beyond U+FFFF are left out, as ImGui is built without them.
// `mono`, a font with letters of one width, is for source text; null: `font` is for source text too.
[[nodiscard]] PanelFonts LoadUiFonts(const FontFace* font, const FontFile* mono,
                                     std::span<const char32_t> code_points, float scale);

// Whether loading again with these code points would bring glyphs that the fonts lack. O(code points).
[[nodiscard]] bool UiFontsLack(const PanelFonts& fonts, const FontFace* font,
                               std::span<const char32_t> code_points, float scale);

}  // namespace ringscope
