// A line of width `line_px` along all edges, inside the (grown) outline of an arc.

noperspective in vec4 edges;
flat in vec3 fill;
flat in vec3 look;
uniform float line_px;
uniform vec3 line_color;

out vec4 color;

void main() {
  vec4 cover = clamp(edges, 0.0, 1.0);
  vec4 inside = clamp(edges - line_px, 0.0, 1.0);
  float shape = max(cover.x + cover.y - 1.0, 0.0) * max(cover.z + cover.w - 1.0, 0.0);
  float hole = max(inside.x + inside.y - 1.0, 0.0) * max(inside.z + inside.w - 1.0, 0.0);
  color = vec4(line_color, (shape - hole) * look.z);
}
