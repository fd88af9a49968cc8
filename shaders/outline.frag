// A line of width `line_px` along all edges, or along the sides alone, inside the (grown) outline of an arc, and a rim in
// the background's colour inside the line, which makes it visible on fills of its own colour.

noperspective in vec4 edges;
flat in vec3 fill;
flat in vec3 look;
uniform float line_px;
uniform float rim_px;
uniform float arcs;  // 1: along the inner and the outer edge too, 0: along the sides alone
uniform vec3 line_color;
uniform vec3 background;

out vec4 color;

// The share of the pixel that is at least `inset_px` inside the outline.
float Cover(float inset_px) {
  vec4 cover = clamp(edges - inset_px * vec4(arcs, arcs, 1.0, 1.0), 0.0, 1.0);
  return max(cover.x + cover.y - 1.0, 0.0) * max(cover.z + cover.w - 1.0, 0.0);
}

void main() {
  float inside_line = Cover(line_px);
  float line = Cover(0.0) - inside_line;
  float rim = inside_line - Cover(line_px + rim_px);
  float share = line + rim;
  if (share <= 0.0) discard;  // most of a large piece lies inside
  color = vec4((line_color * line + background * rim) / max(share, 0.001), share * look.z);
}
