// The share of the pixel that a line with round ends covers, from the distance to its edge.

noperspective in vec2 place;
flat in float length_px;
flat in float half_px;
flat in vec4 fill;

out vec4 color;

void main() {
  float beyond_px = max(max(-place.x, place.x - length_px), 0.0);
  color = fill * clamp(half_px + 0.5 - length(vec2(beyond_px, place.y)), 0.0, 1.0);
}
