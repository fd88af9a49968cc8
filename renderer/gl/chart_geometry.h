#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "renderer/color/paint.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/transition.h"

namespace ringscope {

// The input of the vertex shader per arc, a place on the strip as in ArcShape: attribute
// RINGSCOPE_ATTRIBUTE_SHAPE.
struct ArcInstance {
  float start_turns = 0;
  float sweep_turns = 0;
  float inner_px = 0;
  float outer_px = 0;
};
static_assert(sizeof(ArcInstance) == 16 && offsetof(ArcInstance, inner_px) == 8);

// RINGSCOPE_ATTRIBUTE_HOLE, in the units of ArcInstance. A box without a hole has a hole that is one point.
struct BoxHole {
  float begin_turns = 0, end_turns = 0;
  float inner_px = 0, outer_px = 0;
};
static_assert(sizeof(BoxHole) == 16 && offsetof(BoxHole, inner_px) == 8);

// RINGSCOPE_ATTRIBUTE_INK: kept apart from the shape, so that a new paint uploads 4 bytes a piece.
struct ArcInk {
  uint8_t r = 0, g = 0, b = 0;
  uint8_t look = 0;  // mark * 16 + hatch, see shaders/chart_constants.h
};
static_assert(sizeof(ArcInk) == 4);

// An arc in motion.
struct MovingArcInstance {
  ArcInstance from;        // RINGSCOPE_ATTRIBUTE_SHAPE
  ArcInstance to;          // RINGSCOPE_ATTRIBUTE_TARGET_SHAPE
  float from_opacity = 1;  // RINGSCOPE_ATTRIBUTE_OPACITY
  float to_opacity = 1;
};
static_assert(sizeof(MovingArcInstance) == 40 && offsetof(MovingArcInstance, to) == 16 &&
              offsetof(MovingArcInstance, from_opacity) == 32);

// Numbers of chords an arc may be drawn with; every arc goes into the bucket of the smallest number that is
// smooth enough.
inline constexpr std::array<uint32_t, 13> kStepCounts = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96};

// How far a chord may lie from its arc before the polygon is made equal in area (which halves the distance).
inline constexpr float kChordTolerancePx = 0.25f;

// The bucket whose step count keeps chords of an arc within the tolerance; outer_px 0 for straight pieces.
[[nodiscard]] uint32_t StepBucket(float sweep_turns, float outer_px);

// The parts of a piece beside its fill. Each kind is drawn by its own program; the plainest is the cheapest.
enum class PieceKind : uint8_t { kPlain, kRest, kContinues };
inline constexpr uint32_t kPieceKindCount = 3;

// The reason of an outline; each kind lies below the next. kPath outlines the sides alone.
enum class OutlineKind : uint8_t { kHidesLit, kLit, kPath, kPathEnd, kSubject };
inline constexpr size_t kOutlineKinds = 5;

// One instanced draw: instances [first, first + count) with kStepCounts[bucket] steps each.
struct ArcDraw {
  PieceKind kind = PieceKind::kPlain;
  uint32_t bucket = 0;
  uint32_t first = 0;
  uint32_t count = 0;
};

// The instances of a batch, ordered by kind, then by bucket.
struct ChartGeometry {
  std::vector<ArcInstance> instances;
  // Treemap only: per instance the part that the boxes inside cover whole, so that it is not drawn.
  std::vector<BoxHole> holes;
  std::vector<uint32_t> piece;  // of each instance
  std::vector<ArcDraw> draws;
};

// O(pieces). Reuses the vectors.
void BuildChartGeometry(const ArcBatch& batch, ChartGeometry& geometry);

// The instances of a transition, all drawn by one program: arcs of the old batch come first and lie below the
// others.
struct MovingGeometry {
  std::vector<MovingArcInstance> instances;
  std::vector<uint32_t> arc;  // of each instance
  std::vector<ArcDraw> draws;
};
void BuildMovingGeometry(const ChartMotion& motion, MovingGeometry& geometry);

[[nodiscard]] ArcInk InkOf(Color fill, PieceStyle style);

}  // namespace ringscope
