#include "renderer/gl/label_renderer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

struct Vector {
  float x = 0, y = 0;
};

// Turned text is rasterised larger, then filtered.
constexpr uint32_t kTurnedTexelsPerPx = 2;

// Unit vector to an angle, clockwise from 12 o'clock, y up.
Vector Outward(float turns) {
  const float angle = turns * 2.0f * std::numbers::pi_v<float>;
  return {std::sin(angle), std::cos(angle)};
}

// The quad of a glyph whose pen stands at `pen` and writes towards `right`.
void AppendGlyph(const AtlasGlyph& glyph, Vector pen, Vector right, Color color,
                 std::vector<GlyphVertex>& vertices) {
  if (glyph.texel_width == 0) return;
  const Vector up{-right.y, right.x};
  for (const int corner : {0, 1, 2, 3}) {
    const bool at_right = (corner & 1) != 0, at_bottom = (corner & 2) != 0;
    const float x = glyph.left_px + (at_right ? glyph.width_px : 0.0f);
    const float y = glyph.top_px - (at_bottom ? glyph.height_px : 0.0f);
    vertices.push_back({pen.x + right.x * x + up.x * y, pen.y + right.y * x + up.y * y,
                        static_cast<uint16_t>(glyph.texel_x + (at_right ? glyph.texel_width : 0)),
                        static_cast<uint16_t>(glyph.texel_y + (at_bottom ? glyph.texel_height : 0)), color});
  }
}

}  // namespace

bool BuildLabelGeometry(std::span<const Label> labels, const std::function<Color(const Label&)>& color_of,
                        GlyphAtlas& atlas, std::vector<GlyphVertex>& vertices) {
  vertices.clear();
  bool complete = true;
  for (const Label& label : labels) {
    const Color color = color_of(label);
    const float half_cap_px = 0.5f * atlas.font().CapHeight(label.size_px);
    const bool row = label.direction == LabelDirection::kRow;
    const bool upright = row || label.direction == LabelDirection::kCenter;
    const float way = label.flipped ? -1.0f : 1.0f;
    const Vector outward = Outward(label.middle_turns);
    float pen_px = row ? label.offset_x_px : -0.5f * atlas.font().Width(label.text, label.size_px);
    if (upright) pen_px = std::round(pen_px);

    std::string_view rest = label.text;
    while (!rest.empty()) {
      const auto glyph = atlas.Find(TakeCodePoint(rest), label.size_px, upright ? 1 : kTurnedTexelsPerPx);
      if (!glyph) {
        complete = false;
        continue;
      }
      switch (label.direction) {
        case LabelDirection::kCenter:
        case LabelDirection::kRow:
          // Whole pixels keep upright text crisp.
          AppendGlyph(*glyph, {std::round(pen_px), std::round(-label.offset_y_px - half_cap_px)}, {1, 0},
                      color, vertices);
          break;
        case LabelDirection::kRadial: {
          const Vector right{outward.x * way, outward.y * way};
          const Vector up{-right.y, right.x};
          const float along_px = label.radius_px * way + pen_px;
          AppendGlyph(*glyph,
                      {right.x * along_px - up.x * half_cap_px, right.y * along_px - up.y * half_cap_px},
                      right, color, vertices);
          break;
        }
        case LabelDirection::kTangential: {
          // Each glyph stands upright on the arc under its own middle.
          const float middle_px = pen_px + 0.5f * glyph->advance_px;
          const float radius_px = std::max(label.radius_px, 1.0f);
          const Vector up_at =
              Outward(label.middle_turns + way * middle_px / radius_px / (2.0f * std::numbers::pi_v<float>));
          const Vector right{up_at.y * way, -up_at.x * way};
          const float baseline_px = radius_px - way * half_cap_px;
          const float back_px = 0.5f * glyph->advance_px;
          AppendGlyph(*glyph,
                      {up_at.x * baseline_px - right.x * back_px, up_at.y * baseline_px - right.y * back_px},
                      right, color, vertices);
          break;
        }
      }
      pen_px += glyph->advance_px;
    }
  }
  return complete;
}

}  // namespace ringscope
