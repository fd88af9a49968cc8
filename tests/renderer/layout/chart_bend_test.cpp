#include "renderer/layout/transition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "renderer/layout/layout.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::chart_bend_test {
namespace {

constexpr ChartBend kRings;
constexpr ChartBend kRows{0, 1000, -400};

TEST(ChartBendTest, RingsBeginAtTwelveOClockAndRowsPointRight) {
  EXPECT_EQ(BendOf({}), kRings);
  EXPECT_EQ(kRings.RotationTurns(),
            0.5f);  // half a turn before it lies the place of half the turns: 6 o'clock
  const ChartBend rows = BendOf({.form = ChartForm::kIcicle, .width_px = 1023, .height_px = 823});
  EXPECT_EQ(rows, kRows);
  EXPECT_EQ(rows.RotationTurns(), 0);
}

TEST(ChartBendTest, MotionsBeginEndAndNeverTurnBack) {
  for (const auto& [from, to] :
       {std::pair{kRings, kRows}, {kRows, kRings}, {kRings, kRings}, {kRows, kRows}}) {
    MotionProgress before = ProgressBetween(from, to, 0);
    EXPECT_EQ(InterpolateBend(from, to, before), from);
    EXPECT_EQ(before.heights, 0);
    for (int i = 1; i <= 50; ++i) {
      const auto share = static_cast<float>(i) / 50;
      const MotionProgress now = ProgressBetween(from, to, share);
      EXPECT_EQ(now.places, share);
      EXPECT_GE(now.bend, before.bend);
      EXPECT_GE(now.heights, before.heights);
      // Backwards the way back is the same.
      const MotionProgress back = ProgressBetween(to, from, 1 - share);
      EXPECT_NEAR(back.bend, 1 - now.bend, 1e-5f);
      EXPECT_NEAR(back.heights, 1 - now.heights, 1e-5f);
      before = now;
    }
    EXPECT_EQ(InterpolateBend(from, to, before), to);
    EXPECT_EQ(before.heights, 1);
  }
}

TEST(ChartBendTest, RowsStayOutsideTheCentreTheStripIsBentAround) {
  const CctPtr tree = ChainTree(60);
  for (const float width : {200.f, 700.f, 1400.f}) {
    for (const float height : {200.f, 700.f, 1400.f}) {
      ViewSpec spec{.mode = RingMode::kArea, .width_px = width, .height_px = height, .max_row_px = 100};
      const ArcBatch rings = LayoutView(*tree, spec);
      spec.form = ChartForm::kIcicle;
      const ArcBatch rows = LayoutView(*tree, spec);
      const ChartMotion motion = BuildTransition(*tree, rings, rows);
      for (int i = 0; i <= 100; ++i) {
        const ChartPose pose = CurrentPose(motion, static_cast<float>(i) / 100);
        const float radius =
            pose.bend.length_px / (2 * std::numbers::pi_v<float> * std::max(pose.bend.bend, 1e-6f));
        for (const ArcShape& shape : pose.shapes) {
          ASSERT_LT(shape.inner_px, shape.outer_px);  // no piece ever vanishes
          ASSERT_GE(shape.inner_px, -0.8f * radius - 0.1f) << width << "x" << height << " at " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::chart_test::chart_bend_test
