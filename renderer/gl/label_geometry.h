#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "renderer/color/color.h"
#include "renderer/gl/glyph_atlas.h"
#include "renderer/text/labels.h"

namespace ringscope {

// One corner of a glyph: attributes RINGSCOPE_ATTRIBUTE_POSITION, _TEXEL and _COLOR.
struct GlyphVertex {
  float x_px = 0, y_px = 0;  // from the chart's centre, y up
  uint16_t texel_x = 0, texel_y = 0;
  Color color;
};
static_assert(sizeof(GlyphVertex) == 16 && offsetof(GlyphVertex, texel_x) == 8 &&
              offsetof(GlyphVertex, color) == 12);

// Four corners a glyph, in the order of two triangles 0 1 2, 2 1 3. Glyphs the atlas has no room for are left
// out and make it return false.
[[nodiscard]] bool BuildLabelGeometry(std::span<const Label> labels,
                                      const std::function<Color(const Label&)>& color_of, GlyphAtlas& atlas,
                                      std::vector<GlyphVertex>& vertices);

}  // namespace ringscope
