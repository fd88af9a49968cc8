// Mixes fill and border by the shares of the pixel that they cover.

noperspective in vec2 place;
flat in vec4 outer;
flat in vec4 inner;
flat in vec4 fill;
flat in vec4 border;

out vec4 color;

// A box filter, exact for upright edges.
float Cover(vec4 box) {
  vec2 share = max(min(box.zw, place + 0.5) - max(box.xy, place - 0.5), 0.0);
  return share.x * share.y;
}

void main() {
  float inside = Cover(inner);
  color = fill * inside + border * (Cover(outer) - inside);
}
