// The share of the pixel the arc covers, from the distances to its edges: a box filter along both directions.
// HATCH, MARK, PATTERN, NESTED and TRANSITION add what few pieces need: most pixels belong to pieces that need none.

noperspective in vec4 edges;
flat in vec3 fill;
flat in vec3 look;
flat in vec2 line_px;
uniform vec3 hatch_tone;  // added to the fill on the stripes of a rest segment
uniform vec3 mark_tone;   // the band along the outer edge, mixed in
uniform float mark_share;
uniform vec3 background;
uniform float ink_sign;

out vec4 color;

void main() {
  vec4 cover = clamp(edges, 0.0, 1.0);
  float coverage = max(cover.x + cover.y - 1.0, 0.0) * max(cover.z + cover.w - 1.0, 0.0);
  vec3 tone = fill;
#ifdef PATTERN
  // The stripes of new pieces rise, those of gone pieces fall, those of wrappers are level.
  float level = look.x * float(RINGSCOPE_INK_LEVELS - 1);
  bool is_pattern = level > 0.5 && level < float(RINGSCOPE_PATTERN_WRAPPER) + 0.5;
  if (is_pattern) {
    bool is_level = level > float(RINGSCOPE_PATTERN_GONE) + 0.5;
    float across = is_level ? gl_FragCoord.y : 0.7071 * (gl_FragCoord.x + (level < 1.5 ? -1.0 : 1.0) * gl_FragCoord.y);
    float from_middle = abs(fract(across / RINGSCOPE_PATTERN_PERIOD_PX) - 0.5) * RINGSCOPE_PATTERN_PERIOD_PX;
    float on_stripe = clamp(0.5 * RINGSCOPE_PATTERN_STRIPE_PX + 0.5 - from_middle, 0.0, 1.0);
    // Ink that is added to the background is mixed with 0, as the background is below it already.
    tone = mix(tone, ink_sign == 0.0 ? background : vec3(0.0), RINGSCOPE_PATTERN_SHARE * on_stripe);
  }
#else
  const bool is_pattern = false;
#endif
#ifdef HATCH
  float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / RINGSCOPE_HATCH_PERIOD_PX) - 0.5);
  tone += (is_pattern ? 0.0 : 1.0) * hatch_tone * look.x * clamp((0.25 - stripe) * (0.7071 * RINGSCOPE_HATCH_PERIOD_PX) + 0.5, 0.0, 1.0);
#endif
#ifdef MARK
  tone = mix(tone, mark_tone, mark_share * look.y * clamp(RINGSCOPE_MARK_PX + 1.0 - edges.y, 0.0, 1.0));
#endif
#ifdef NESTED
  if (line_px.x + line_px.y > 0.0 && coverage > 0.0) {
    vec4 inside = clamp(edges - line_px.xxyy, 0.0, 1.0);
    float share = max(inside.x + inside.y - 1.0, 0.0) * max(inside.z + inside.w - 1.0, 0.0) / coverage;
    tone = mix(background, tone, share);
  }
#endif
#ifdef TRANSITION
  color = vec4(tone, coverage * look.z);
#else
  color = ink_sign == 0.0 ? vec4(tone, coverage) : vec4(tone * coverage, 0.0);
#endif
}
