// One instance is one upright rectangle, in pixels from the view's upper left corner.

layout(location = RINGSCOPE_ATTRIBUTE_SHAPE) in vec4 shape;  // left, top, width, height
layout(location = RINGSCOPE_ATTRIBUTE_WIDTH) in float border_px;
layout(location = RINGSCOPE_ATTRIBUTE_FILL) in vec4 fill_color;
layout(location = RINGSCOPE_ATTRIBUTE_BORDER) in vec4 border_color;
#ifdef RINGSCOPE_HATCHED
layout(location = RINGSCOPE_ATTRIBUTE_HATCH) in vec4 hatch_color;
#endif

uniform vec2 ndc_per_px;

noperspective out vec2 place;  // from the rectangle's middle
flat out vec3 reach;           // half of its sides, and half a pixel, from the middle; the border's width
flat out vec4 fill;            // times their opacity
flat out vec4 border;
#ifdef RINGSCOPE_HATCHED
flat out vec4 hatch;
#endif

void main() {
  reach = vec3(0.5 * shape.zw + 0.5, border_px);
  fill = vec4(fill_color.rgb * fill_color.a, fill_color.a);
  border = vec4(border_color.rgb * border_color.a, border_color.a);
#ifdef RINGSCOPE_HATCHED
  hatch = vec4(hatch_color.rgb * hatch_color.a, hatch_color.a);
#endif
  // Covers every pixel that the rectangle touches.
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 position = mix(floor(shape.xy), ceil(shape.xy + shape.zw), corner);
  place = position - (shape.xy + 0.5 * shape.zw);
  gl_Position = vec4(position.x * ndc_per_px.x - 1.0, 1.0 - position.y * ndc_per_px.y, 0.0, 1.0);
}
