// One instance is one upright rectangle, in pixels from the view's upper left corner.

layout(location = RINGSCOPE_ATTRIBUTE_SHAPE) in vec4 shape;  // left, top, width, height
layout(location = RINGSCOPE_ATTRIBUTE_WIDTH) in float border_px;
layout(location = RINGSCOPE_ATTRIBUTE_FILL) in vec4 fill_color;
layout(location = RINGSCOPE_ATTRIBUTE_BORDER) in vec4 border_color;

uniform vec2 ndc_per_px;

noperspective out vec2 place;
flat out vec4 outer;  // left, top, right, bottom: the rectangle, and what its border leaves of it
flat out vec4 inner;
flat out vec4 fill;  // times their opacity
flat out vec4 border;

void main() {
  outer = vec4(shape.xy, shape.xy + shape.zw);
  inner = vec4(outer.xy + border_px, outer.zw - border_px);
  fill = vec4(fill_color.rgb * fill_color.a, fill_color.a);
  border = vec4(border_color.rgb * border_color.a, border_color.a);
  // Every pixel that is touched.
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  place = mix(floor(outer.xy), ceil(outer.zw), corner);
  gl_Position = vec4(place.x * ndc_per_px.x - 1.0, 1.0 - place.y * ndc_per_px.y, 0.0, 1.0);
}
