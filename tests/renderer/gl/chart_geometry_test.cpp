#include "renderer/gl/chart_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "renderer/layout/layout.h"
#include "shaders/chart_constants.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_geometry_test {
namespace {

// The numbers both sides agree on make sense together.
static_assert(RINGSCOPE_ATTRIBUTE_SHAPE != RINGSCOPE_ATTRIBUTE_INK &&
              RINGSCOPE_ATTRIBUTE_TARGET_SHAPE != RINGSCOPE_ATTRIBUTE_OPACITY);
static_assert(RINGSCOPE_INK_LEVELS * RINGSCOPE_INK_LEVELS == 256);
static_assert(RINGSCOPE_GAP_FULL_PX > RINGSCOPE_GAP_NONE_PX);

ArcBatch TwoRings() {
  ArcBatch batch;
  batch.start_turns = {0, 0, 0.5f, 0.75f};
  batch.sweep_turns = {1, 0.5f, 0.25f, 0.001f};
  batch.layer = {0, 1, 1, 1};
  batch.context = {1, 2, 3, 4};
  batch.flags = {0, kArcContinues, 0, kArcRest};
  batch.layer_offset = {0, 1, 4};
  batch.ring_edge_px = {0, 50, 100};
  return batch;
}

// What is not drawn of a box must be seen nowhere: some box inside it lies below each place of its hole.
TEST(ChartGeometry, HolesOfBoxesAreCoveredByThoseInside) {
  uint32_t holes = 0;
  for (const uint64_t seed : {1, 2, 3}) {
    const CctPtr tree = chart_test::RandomTree(seed, {.contexts = 500});
    ViewSpec spec;
    spec.form = ChartForm::kTreemap;
    spec.width_px = 900, spec.height_px = 600;
    const ArcBatch batch = LayoutView(*tree, spec);
    ChartGeometry geometry;
    BuildChartGeometry(batch, geometry);
    ASSERT_EQ(geometry.holes.size(), batch.size());
    for (uint32_t i = 0; i < batch.size(); ++i) {
      const BoxHole& hole = geometry.holes[i];
      if (hole.end_turns <= hole.begin_turns) continue;
      ++holes;
      const auto covers = [&](uint32_t k, float x, float y) {
        const ArcInstance& box = geometry.instances[k];
        return batch.caller_piece[geometry.piece[k]] == geometry.piece[i] && k != i && x >= box.start_turns &&
               x <= box.start_turns + box.sweep_turns && y >= box.inner_px && y <= box.outer_px;
      };
      for (int sample = 0; sample < 64; ++sample) {
        const float x = std::lerp(hole.begin_turns, hole.end_turns, static_cast<float>(sample % 8) / 7);
        const float y = std::lerp(hole.inner_px, hole.outer_px, static_cast<float>(sample / 8) / 7);
        bool is_covered = false;
        for (uint32_t k = 0; k < batch.size(); ++k) is_covered = is_covered || covers(k, x, y);
        EXPECT_TRUE(is_covered) << "piece " << geometry.piece[i] << " at " << x << ", " << y;
      }
    }
  }
  EXPECT_GT(holes, 30u);
}

TEST(ChartGeometry, KeepsEveryPieceOnceOrderedByKindAndSteps) {
  const ArcBatch batch = TwoRings();
  ChartGeometry geometry;
  BuildChartGeometry(batch, geometry);
  ASSERT_EQ(geometry.instances.size(), 4u);
  std::vector<uint32_t> seen(4);
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t piece = geometry.piece[i];
    ++seen[piece];
    EXPECT_EQ(geometry.instances[i].start_turns, batch.start_turns[piece]);
    EXPECT_EQ(geometry.instances[i].sweep_turns, batch.sweep_turns[piece]);
    EXPECT_EQ(geometry.instances[i].inner_px, batch.layer[piece] == 0 ? 0.0f : 50.0f);
    EXPECT_EQ(geometry.instances[i].outer_px, batch.layer[piece] == 0 ? 50.0f : 100.0f);
  }
  EXPECT_EQ(seen, std::vector<uint32_t>(4, 1));
  uint32_t next = 0;
  for (const ArcDraw& draw : geometry.draws) {
    EXPECT_EQ(draw.first, next);
    next += draw.count;
    for (uint32_t i = draw.first; i < next; ++i) {
      const ArcFlags flags = batch.flags[geometry.piece[i]];
      EXPECT_EQ(draw.kind, flags == kArcRest        ? PieceKind::kRest
                           : flags == kArcContinues ? PieceKind::kContinues
                                                    : PieceKind::kPlain);
      EXPECT_EQ(draw.bucket, StepBucket(geometry.instances[i].sweep_turns, geometry.instances[i].outer_px));
    }
  }
  EXPECT_EQ(next, 4u);
}

TEST(ChartGeometry, ChordsStayCloseToTheirArc) {
  for (const float radius_px : {5.0f, 50.0f, 438.0f, 700.0f}) {
    for (float sweep = 0.0001f; sweep <= 1.0f; sweep *= 1.3f) {
      const auto steps = static_cast<double>(kStepCounts[StepBucket(sweep, radius_px)]);
      const double chord = sweep * 2 * std::numbers::pi / steps;
      const double distance_px = radius_px * (1 - std::cos(chord / 2));
      // The most steps there are is for a full turn at common sizes; larger charts get a little coarser.
      EXPECT_LE(distance_px, radius_px > 500 ? 0.4 : 0.27) << radius_px << " " << sweep;
      EXPECT_LE(chord, 2 * std::numbers::pi / 8 + 1e-6);
    }
  }
}

TEST(ChartGeometry, SmallArcsAreSingleQuads) {
  EXPECT_EQ(kStepCounts[StepBucket(0.002f, 438)], 1u);
  EXPECT_EQ(kStepCounts[StepBucket(1.0f, 438)], 96u);
  // Hostile values end in some bucket.
  EXPECT_LT(StepBucket(std::nanf(""), 438), kStepCounts.size());
  EXPECT_LT(StepBucket(1e30f, 1e30f), kStepCounts.size());
}

TEST(ChartGeometry, MovingArcsAreSmoothAtBothEndsAndOldOnesComeFirst) {
  ChartMotion motion;
  std::vector<MovingArc>& arcs = motion.arcs;
  arcs.resize(3);
  arcs[0] = {{0, 0.001f, 10, 20, 1}, {0, 1, 200, 300, 1}, 7, false};
  arcs[1] = {{0, 1, 200, 300, 1}, {0, 0.001f, 10, 20, 0}, 8, true};
  arcs[2] = {{0, 0.001f, 10, 20, 1}, {0.5f, 0.001f, 10, 20, 1}, 9, false};
  MovingGeometry geometry;
  BuildMovingGeometry(motion, geometry);
  ASSERT_EQ(geometry.arc.size(), 3u);
  EXPECT_EQ(geometry.arc, (std::vector<uint32_t>{1, 2, 0}));
  EXPECT_EQ(geometry.instances[0].to_opacity, 0.0f);
  ASSERT_EQ(geometry.draws.size(), 3u);
  EXPECT_EQ(kStepCounts[geometry.draws[0].bucket], kStepCounts[StepBucket(1, 300)]);
  EXPECT_EQ(kStepCounts[geometry.draws[2].bucket], kStepCounts[StepBucket(1, 300)]);
}

TEST(ChartGeometry, InkHoldsFillHatchAndMark) {
  const ArcInk plain = InkOf({1, 2, 3, 255}, 0);
  EXPECT_EQ(plain.r, 1);
  EXPECT_EQ(plain.b, 3);
  EXPECT_EQ(plain.look, 0);
  EXPECT_EQ(InkOf({}, kStyleHatch).look, 15);
  EXPECT_EQ(InkOf({}, kStyleContinues).look, 15 * 16);
  EXPECT_LT(InkOf({}, kStyleHatch | kStyleFaded).look, 15);
}

}  // namespace
}  // namespace ringscope::chart_geometry_test
