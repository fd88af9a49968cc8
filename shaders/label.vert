// Glyph quads, already placed.

layout(location = RINGSCOPE_ATTRIBUTE_POSITION) in vec2 position_px;  // from the chart's centre, y up
layout(location = RINGSCOPE_ATTRIBUTE_TEXEL) in vec2 texel;
layout(location = RINGSCOPE_ATTRIBUTE_COLOR) in vec4 text_color;

uniform vec2 ndc_per_px;
uniform vec2 center_ndc;
uniform vec2 atlas_scale;

noperspective out vec2 place;
flat out vec4 tint;

void main() {
  place = texel * atlas_scale;
  tint = text_color;
  gl_Position = vec4(center_ndc + position_px * ndc_per_px, 0.0, 1.0);
}
