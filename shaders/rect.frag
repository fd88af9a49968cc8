// Mixes fill and border by the shares of the pixel that they cover: a box filter, exact for upright edges that are at
// least a pixel apart.

noperspective in vec2 place;
flat in vec3 reach;
flat in vec4 fill;
flat in vec4 border;
#ifdef RINGSCOPE_HATCHED
flat in vec4 hatch;
#endif

out vec4 color;

void main() {
  vec2 depth = reach.xy - abs(place);
  vec2 covered = clamp(depth, 0.0, 1.0);
  vec2 inside = clamp(depth - reach.z, 0.0, 1.0);
  float filled = inside.x * inside.y;
#ifdef RINGSCOPE_HATCHED
  float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / RINGSCOPE_HATCH_PERIOD_PX) - 0.5);
  float striped = clamp((0.25 - stripe) * (0.7071 * RINGSCOPE_HATCH_PERIOD_PX) + 0.5, 0.0, 1.0);
  vec4 tone = fill * (1.0 - striped * hatch.a) + striped * hatch;
#else
  vec4 tone = fill;
#endif
  color = tone * filled + border * (covered.x * covered.y - filled);
}
