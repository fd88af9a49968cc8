// One instance is one arc; its vertices alternate between the inner and the outer edge, `steps` chords along it.
//
// The shape is first shrunk by half a gap, then the drawn outline is grown again to where the anti-aliased edge ends.
// `edges` holds the distances in pixels from the drawn outline: inner, outer, start, end. All four are affine on every
// chord's quad, so interpolating them is exact.

layout(location = RINGSCOPE_ATTRIBUTE_SHAPE) in vec4 shape;  // start and sweep in turns, inner and outer radius in px
layout(location = RINGSCOPE_ATTRIBUTE_INK) in uvec4 ink;
#ifdef TRANSITION
layout(location = RINGSCOPE_ATTRIBUTE_TARGET_SHAPE) in vec4 target_shape;
layout(location = RINGSCOPE_ATTRIBUTE_OPACITY) in vec2 opacity;  // at progress 0 and 1
uniform float progress;
#endif

uniform int steps;
uniform vec2 ndc_per_px;
uniform vec2 center_ndc;
uniform float grow_px;   // outlines: how far beyond the arc they reach
uniform vec3 background;
uniform float ink_sign;  // 1: colours are added to the background, -1: subtracted from it, 0: as they are

noperspective out vec4 edges;
flat out vec3 fill;
flat out vec3 look;  // hatch, mark, opacity

const float kTau = 6.28318530718;

float HalfGap(float width_px) {
  return 0.5 * RINGSCOPE_GAP_PX *
         clamp((width_px - RINGSCOPE_GAP_NONE_PX) / (RINGSCOPE_GAP_FULL_PX - RINGSCOPE_GAP_NONE_PX), 0.0, 1.0);
}

void main() {
#ifdef TRANSITION
  vec4 arc = mix(shape, target_shape, progress);
  float alpha = mix(opacity.x, opacity.y, progress);
#else
  vec4 arc = shape;
  float alpha = 1.0;
#endif
  bool outer_vertex = (gl_VertexID & 1) != 0;
  float place = float(gl_VertexID >> 1) / float(steps);

  float sweep = min(arc.y, 1.0) * kTau;
  float chord = sweep / float(steps);
  float angle = arc.x * kTau + sweep * place;
  vec2 along = vec2(sin(angle), cos(angle));  // clockwise from 12 o'clock, y up
  vec2 across = vec2(along.y, -along.x);

  // Chords cut corners: radii grow so that the polygon has the arc's area.
  float swell = chord > 0.001 ? sqrt(chord / sin(chord)) : 1.0;
  float ring_px = arc.w - arc.z;
  float edge_px = 0.5 - HalfGap(ring_px) + grow_px;
  bool disc = arc.z <= 0.0;
  float inner_px = disc ? 0.0 : max(arc.z * swell - edge_px, 0.0);
  float outer_px = arc.w * swell + edge_px;
  float radius_px = outer_vertex ? outer_px : inner_px;
  float depth_px = (outer_px - inner_px) * cos(0.5 * chord);
  float from_inner = (outer_vertex ? depth_px : 0.0) + (disc ? 4.0 + grow_px : 0.0);
  float from_outer = outer_vertex ? 0.0 : depth_px;

  float side_px = 0.5 - HalfGap(sweep * 0.5 * (arc.z + arc.w)) + grow_px;
  float from_start = radius_px * sin(min(sweep * place, 0.25 * kTau)) + side_px;
  float from_end = radius_px * sin(min(sweep * (1.0 - place), 0.25 * kTau)) + side_px;
  vec2 position = along * radius_px;
  if (arc.y >= RINGSCOPE_FULL_TURN) {
    from_start = 4.0 + grow_px;
    from_end = from_start;
  } else {
    if (gl_VertexID < 2) {
      from_start = 0.0;
      from_end += side_px;
      position -= across * side_px;
    }
    if (gl_VertexID >= 2 * steps) {
      from_end = 0.0;
      from_start += side_px;
      position += across * side_px;
    }
  }

  edges = vec4(from_inner, from_outer, from_start, from_end);
  vec3 color = vec3(ink.rgb) / 255.0;
  fill = ink_sign == 0.0 ? color : max((color - background) * ink_sign, 0.0);
  look = vec3(float(ink.a % uint(RINGSCOPE_INK_LEVELS)), ring_px < RINGSCOPE_MARK_MIN_RING_PX ? 0.0 : float(ink.a / uint(RINGSCOPE_INK_LEVELS)),
              float(RINGSCOPE_INK_LEVELS - 1) * alpha) /
         float(RINGSCOPE_INK_LEVELS - 1);
  gl_Position = vec4(center_ndc + position * ndc_per_px, 0.0, 1.0);
}
