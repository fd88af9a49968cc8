// Numbers that the shaders and the C++ code must agree on. Included by both, so only defines of plain numbers.

// Attribute locations of the arc programs.
#define RINGSCOPE_ATTRIBUTE_SHAPE 0
#define RINGSCOPE_ATTRIBUTE_INK 1
#define RINGSCOPE_ATTRIBUTE_TARGET_SHAPE 2
#define RINGSCOPE_ATTRIBUTE_OPACITY 3
#define RINGSCOPE_ATTRIBUTE_HOLE 4

// Attribute locations of the programs of shapes, beside RINGSCOPE_ATTRIBUTE_SHAPE.
#define RINGSCOPE_ATTRIBUTE_WIDTH 1
#define RINGSCOPE_ATTRIBUTE_FILL 2
#define RINGSCOPE_ATTRIBUTE_BORDER 3
#define RINGSCOPE_ATTRIBUTE_HATCH 4

// Attribute locations of the label program.
#define RINGSCOPE_ATTRIBUTE_POSITION 0
#define RINGSCOPE_ATTRIBUTE_TEXEL 1
#define RINGSCOPE_ATTRIBUTE_COLOR 2

// The fourth component of a piece's ink holds two small numbers: mark * 16 + hatch, each 0 (none) to 15 (full).
#define RINGSCOPE_INK_LEVELS 16

// The lowest levels of hatch are patterns of pieces that are no rest segments: new, gone, wrapper. Rest
// segments have higher levels.
#define RINGSCOPE_PATTERN_NEW 1
#define RINGSCOPE_PATTERN_GONE 2
#define RINGSCOPE_PATTERN_WRAPPER 3
// The period and the width of the stripes, and the background's share in their colour.
#define RINGSCOPE_PATTERN_PERIOD_PX 9.0
#define RINGSCOPE_PATTERN_STRIPE_PX 2.0
#define RINGSCOPE_PATTERN_SHARE 0.30

// Gaps between pieces have this width where pieces are at least RINGSCOPE_GAP_FULL_PX wide, and shrink to
// nothing where pieces are RINGSCOPE_GAP_NONE_PX wide.
#define RINGSCOPE_GAP_PX 1.0
#define RINGSCOPE_GAP_NONE_PX 1.0
#define RINGSCOPE_GAP_FULL_PX 5.0

// Distance between the stripes of a rest segment, and of a rectangle.
#define RINGSCOPE_HATCH_PERIOD_PX 7.0

// Thickness of the band that says "callees are not drawn", and the least thickness of a ring that has room
// for it.
#define RINGSCOPE_MARK_PX 2.5
#define RINGSCOPE_MARK_MIN_RING_PX 9.0

// A sweep from here on is a full circle: no gap where it begins and ends.
#define RINGSCOPE_FULL_TURN 0.999999
