// The share of the pixel the arc covers, from the distances to its edges: a box filter along both directions.
// HATCH, MARK and TRANSITION add what only some pieces need: most pixels belong to pieces that need none of it.

noperspective in vec4 edges;
flat in vec3 fill;
flat in vec3 look;
uniform vec3 hatch_tone;  // added to the fill on the stripes of a rest segment
uniform vec3 mark_tone;   // the band along the outer edge, mixed in
uniform float mark_share;

out vec4 color;

void main() {
  vec4 cover = clamp(edges, 0.0, 1.0);
  float coverage = max(cover.x + cover.y - 1.0, 0.0) * max(cover.z + cover.w - 1.0, 0.0);
  vec3 tone = fill;
#ifdef HATCH
  float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / RINGSCOPE_HATCH_PERIOD_PX) - 0.5);
  tone += hatch_tone * look.x * clamp((0.25 - stripe) * (0.7071 * RINGSCOPE_HATCH_PERIOD_PX) + 0.5, 0.0, 1.0);
#endif
#ifdef MARK
  tone = mix(tone, mark_tone, mark_share * look.y * clamp(RINGSCOPE_MARK_PX + 1.0 - edges.y, 0.0, 1.0));
#endif
#ifdef TRANSITION
  color = vec4(tone, coverage * look.z);
#else
  color = vec4(tone * coverage, 0.0);
#endif
}
