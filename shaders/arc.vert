// One instance is one piece of the strip that charts are drawn on (see ChartBend): an arc of a ring, a bar of an icicle,
// or anything between them. Its vertices alternate between the inner and the outer edge, `steps` chords along it.
//
// The shape is first shrunk by half a gap, then the drawn outline is grown again to where the anti-aliased edge ends.
// `edges` holds the distances in pixels from the drawn outline: inner, outer, start, end. All four are affine on every
// chord's quad, so interpolating them is exact.

layout(location = RINGSCOPE_ATTRIBUTE_SHAPE) in vec4 shape;  // start and sweep in turns, inner and outer height in px
layout(location = RINGSCOPE_ATTRIBUTE_INK) in uvec4 ink;
#ifdef HOLES
layout(location = RINGSCOPE_ATTRIBUTE_HOLE) in vec4 hole;  // what of a box is not drawn: begin and end in turns, heights
#endif
#ifdef TRANSITION
layout(location = RINGSCOPE_ATTRIBUTE_TARGET_SHAPE) in vec4 target_shape;
layout(location = RINGSCOPE_ATTRIBUTE_OPACITY) in vec2 opacity;  // at progress 0 and 1
uniform vec2 progress;  // of turns and opacity, of heights
#endif

uniform int steps;
uniform vec2 ndc_per_px;
uniform vec2 center_ndc;
uniform vec4 strip;      // its bend in radians, its base line's length and height of the middle in px, angle of its start
uniform float grow_px;   // outlines: how far beyond the arc they reach
uniform vec3 background;
uniform float gaps_as_lines;  // 1: gaps belong to the shape, which has them in the background's colour
uniform float ink_sign;  // 1: colours are added to the background, -1: subtracted from it, 0: as they are

noperspective out vec4 edges;
flat out vec3 fill;
flat out vec3 look;  // hatch, mark, opacity
flat out vec2 line_px;  // half the gaps that are lines, across and along

const float kTau = 6.28318530718;

float HalfGap(float width_px) {
  return 0.5 * RINGSCOPE_GAP_PX *
         clamp((width_px - RINGSCOPE_GAP_NONE_PX) / (RINGSCOPE_GAP_FULL_PX - RINGSCOPE_GAP_NONE_PX), 0.0, 1.0);
}

// sin(angle) / angle: how much shorter the chord is than its arc, for twice the angle.
float Sinc(float angle) { return abs(angle) < 0.001 ? 1.0 : sin(angle) / angle; }

void main() {
#ifdef TRANSITION
  vec4 arc = mix(shape, target_shape, progress.xxyy);
  float alpha = mix(opacity.x, opacity.y, progress.x);
#else
  vec4 arc = shape;
  float alpha = 1.0;
#endif
  bool outer_vertex = (gl_VertexID & 1) != 0;
  float place = float(gl_VertexID >> 1) / float(steps);
  bool at_start = gl_VertexID < 2;
  bool at_end = gl_VertexID >= 2 * steps;
#ifdef HOLES
  // The corners alternate between the box and the hole, around the box.
  bool in_hole = outer_vertex;
  int corner = (gl_VertexID >> 1) & 3;
  bool behind = corner == 1 || corner == 2;
  outer_vertex = corner >= 2;
  place = in_hole ? ((behind ? hole.y : hole.x) - arc.x) / max(arc.y, 0.0000001) : behind ? 1.0 : 0.0;
  at_start = !in_hole && !behind;
  at_end = !in_hole && behind;
#endif

  float bend = strip.x;
  float length_px = strip.y;
  float turns = min(arc.y, 1.0);
  float chord = bend * turns / float(steps);
  float at = arc.x + turns * place;
  float angle = strip.w + bend * at;
  vec2 along = vec2(sin(angle), cos(angle));  // clockwise from 12 o'clock, y up
  vec2 across = vec2(along.y, -along.x);

  // The place on the base line lies on a chord from the base line's middle, halfway between both directions.
  float half_angle = 0.5 * bend * (at - 0.5);
  float chord_angle = strip.w + 0.5 * bend + half_angle;
  vec2 base = vec2(0.0, strip.z) +
              length_px * (at - 0.5) * Sinc(half_angle) * vec2(cos(chord_angle), -sin(chord_angle));

  // Chords cut corners: radii grow so that the polygon has the arc's area. The radius of the base line is
  // length_px / bend; what it grows by is the same for a whole piece and small, so a series does.
  float swell = chord > 0.001 ? sqrt(chord / sin(chord)) : 1.0;
  float base_swell_px = length_px * turns / float(steps) * chord * (1.0 / 12.0 + chord * chord / 160.0);
  float ring_px = arc.w - arc.z;
  line_px.x = gaps_as_lines * HalfGap(ring_px);
  float edge_px = 0.5 - (1.0 - gaps_as_lines) * HalfGap(ring_px) + grow_px;
  float center_px = -length_px / max(bend, 0.000001);  // the height where all radii meet
  bool disc = arc.z <= center_px;
  float inner_px = disc ? center_px : max(arc.z * swell + base_swell_px - edge_px, center_px);
  float outer_px = arc.w * swell + base_swell_px + edge_px;
  float height_px = outer_vertex ? outer_px : inner_px;
#ifdef HOLES
  if (in_hole) height_px = outer_vertex ? hole.w : hole.z;
  float from_inner = height_px - inner_px;
  float from_outer = outer_px - height_px;
#else
  float depth_px = (outer_px - inner_px) * cos(0.5 * chord);
  float from_inner = (outer_vertex ? depth_px : 0.0) + (disc ? 4.0 + grow_px : 0.0);
  float from_outer = outer_vertex ? 0.0 : depth_px;
#endif

  // Distances to the straight lines that the piece begins and ends at, up to a quarter of a circle away.
  float side_gap_px = HalfGap(turns * (length_px + 0.5 * bend * (arc.z + arc.w)));
  line_px.y = gaps_as_lines * side_gap_px;
  float side_px = 0.5 - (1.0 - gaps_as_lines) * side_gap_px + grow_px;
  float quarter = 0.25 * kTau / max(bend, 0.000001);
  float turns_before = min(turns * place, quarter);
  float turns_behind = min(turns * (1.0 - place), quarter);
  float from_start = length_px * turns_before * Sinc(bend * turns_before) + height_px * sin(bend * turns_before) + side_px;
  float from_end = length_px * turns_behind * Sinc(bend * turns_behind) + height_px * sin(bend * turns_behind) + side_px;
  vec2 position = base + along * height_px;
  if (arc.y >= RINGSCOPE_FULL_TURN && bend >= RINGSCOPE_FULL_TURN * kTau) {
    from_start = 4.0 + grow_px;
    from_end = from_start;
  } else {
    if (at_start) {
      from_start = 0.0;
      from_end += side_px;
      position -= across * side_px;
    }
    if (at_end) {
      from_end = 0.0;
      from_start += side_px;
      position += across * side_px;
    }
  }

  // The mark of hidden callees lies at the edge where they would be: the inner edge in an icicle, where heights are
  // negative.
  edges = arc.z + arc.w < 0.0 ? vec4(from_outer, from_inner, from_start, from_end)
                              : vec4(from_inner, from_outer, from_start, from_end);
  vec3 color = vec3(ink.rgb) / 255.0;
  fill = ink_sign == 0.0 ? color : max((color - background) * ink_sign, 0.0);
  look = vec3(float(ink.a % uint(RINGSCOPE_INK_LEVELS)), ring_px < RINGSCOPE_MARK_MIN_RING_PX ? 0.0 : float(ink.a / uint(RINGSCOPE_INK_LEVELS)),
              float(RINGSCOPE_INK_LEVELS - 1) * alpha) /
         float(RINGSCOPE_INK_LEVELS - 1);
  gl_Position = vec4(center_ndc + position * ndc_per_px, 0.0, 1.0);
}
