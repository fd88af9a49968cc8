// One instance is one straight line with round ends, in pixels from the view's upper left corner; a point is one of
// length 0.

layout(location = RINGSCOPE_ATTRIBUTE_SHAPE) in vec4 shape;  // both ends
layout(location = RINGSCOPE_ATTRIBUTE_WIDTH) in float width_px;
layout(location = RINGSCOPE_ATTRIBUTE_FILL) in vec4 fill_color;

uniform vec2 ndc_per_px;

noperspective out vec2 place;  // along the line from its start, and across it
flat out float length_px;
flat out float half_px;
flat out vec4 fill;

void main() {
  vec2 along = shape.zw - shape.xy;
  length_px = length(along);
  along = length_px > 0.0001 ? along / length_px : vec2(1.0, 0.0);
  // A line thinner than a pixel is drawn a pixel wide, and fainter.
  half_px = 0.5 * max(width_px, 1.0);
  float alpha = fill_color.a * min(width_px, 1.0);
  fill = vec4(fill_color.rgb * alpha, alpha);
  float reach_px = half_px + 0.5;
  place = vec2((gl_VertexID & 1) == 0 ? -reach_px : length_px + reach_px,
               (gl_VertexID >> 1) == 0 ? -reach_px : reach_px);
  vec2 position = shape.xy + along * place.x + vec2(-along.y, along.x) * place.y;
  gl_Position = vec4(position.x * ndc_per_px.x - 1.0, 1.0 - position.y * ndc_per_px.y, 0.0, 1.0);
}
