// A rectangle of cells, in pixels from the view's upper left corner.

uniform vec4 shape;  // left, top, width, height
uniform vec2 ndc_per_px;

noperspective out vec2 place;  // from 0 to 1

void main() {
  place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 position = shape.xy + place * shape.zw;
  gl_Position = vec4(position.x * ndc_per_px.x - 1.0, 1.0 - position.y * ndc_per_px.y, 0.0, 1.0);
}
