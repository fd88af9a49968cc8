#pragma once

#include <string_view>

#include "renderer/gl/font_face.h"
#include "renderer/gl/image.h"
#include "renderer/legend/caption.h"

namespace ringscope {

// One line of UTF-8 text over what the image has there; what lies outside is left out.
void DrawTextLine(std::string_view text, float x_px, float middle_y_px, float size_px, Color color,
                  const FontFace& font, Image& image);

// The chart with its caption around it. `font` may be null: then there is no text.
[[nodiscard]] Image WithCaption(const Image& chart, const PlacedCaption& caption, Theme theme,
                                const FontFace* font);

// An image of one colour.
[[nodiscard]] Image FilledImage(uint32_t width_px, uint32_t height_px, Color color);
// Copies the one into the other, in which it lies as a whole.
void CopyImage(const Image& from, uint32_t left_px, uint32_t top_px, Image& to);

}  // namespace ringscope
