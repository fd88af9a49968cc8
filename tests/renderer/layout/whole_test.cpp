// A circle that stands for more than the view root has.
#include <gtest/gtest.h>

#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/transition.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::whole_test {
namespace {

// main has 100 before, 80 after.
const std::vector<PathValue> kSides{{"main", {0, 0}}, {"main;f", {60, 30}}, {"main;g", {40, 50}}};

class WholeTest : public testing::Test {
 protected:
  ArcBatch Lay(MetricIndex metric, ChartForm form = ChartForm::kRings,
               RingMode mode = RingMode::kLength) const {
    ViewSpec spec{.metric = metric, .mode = mode, .form = form, .root = {.context = At(*tree_, "main")}};
    spec.whole = {1 - metric};
    return LayoutView(*tree_, spec);
  }
  CctPtr tree_ = TreeFromPaths(kSides, 2);
};

TEST_F(WholeTest, TheSmallerSideLeavesAGapAtTheEnd) {
  const ArcBatch before = Lay(0), after = Lay(1);
  EXPECT_EQ(before.circle_units, 100u);
  EXPECT_EQ(after.circle_units, 100u);
  EXPECT_EQ(after.total, 80u);
  EXPECT_EQ(after.sweep_turns[0], 1) << "the disc is whole";
  const auto piece = FindPiece(*tree_, after, At(*tree_, "main;g")).value();
  EXPECT_FLOAT_EQ(after.start_turns[piece], 0.3f);
  EXPECT_FLOAT_EQ(after.sweep_turns[piece], 0.5f);
}

TEST_F(WholeTest, TheRowOfAnIcicleEndsWhereItsCalleesDo) {
  EXPECT_FLOAT_EQ(Lay(1, ChartForm::kIcicle).sweep_turns[0], 0.8f);
  EXPECT_FLOAT_EQ(Lay(0, ChartForm::kIcicle).sweep_turns[0], 1);
}

TEST_F(WholeTest, EqualModeKnowsNoCost) {
  const ArcBatch batch = Lay(1, ChartForm::kRings, RingMode::kEqual);
  EXPECT_FLOAT_EQ(batch.sweep_turns[1] + batch.sweep_turns[2], 1);
}

TEST_F(WholeTest, NothingLiesInTheGap) {
  const ArcBatch after = Lay(1);
  const double radius = static_cast<double>(after.ring_edge_px[1]) + 1;
  EXPECT_TRUE(PickContext(*tree_, after, {0.79, radius}));
  EXPECT_FALSE(PickContext(*tree_, after, {0.81, radius}));
  EXPECT_FALSE(PickSelfGap(*tree_, after, {0.81, radius})) << "nor is it self cost";
}

TEST_F(WholeTest, EveryPieceKeepsItsIdentityBetweenTheSides) {
  const ArcBatch before = Lay(0), after = Lay(1);
  const ChartMotion motion = BuildTransition(*tree_, before, after);
  ASSERT_EQ(motion.arcs.size(), 3u);
  for (const MovingArc& arc : motion.arcs) EXPECT_FALSE(arc.of_old_batch);
  EXPECT_FLOAT_EQ(motion.arcs[2].from.start_turns, 0.6f);
  EXPECT_FLOAT_EQ(motion.arcs[2].to.start_turns, 0.3f);
}

// The callees of f have no place of their own before it is zoomed into; they come from f's.
TEST_F(WholeTest, PiecesComeFromWhereTheGapLeavesThem) {
  const CctPtr tree = TreeFromPaths({{"main;f", {0, 0}}, {"main;f;x", {60, 30}}, {"main;g", {40, 50}}}, 2);
  ViewSpec shallow{.metric = 1, .root = {.context = At(*tree, "main")}, .depth_limit = 2};
  shallow.whole = {0};
  ViewSpec deep = shallow;
  deep.depth_limit = 3;
  const ChartMotion motion = BuildTransition(*tree, LayoutView(*tree, shallow), LayoutView(*tree, deep));
  const MovingArc& x = motion.arcs.back();
  EXPECT_FLOAT_EQ(x.from.sweep_turns, 0.3f);
  EXPECT_FLOAT_EQ(x.to.sweep_turns, 0.3f);
}

}  // namespace
}  // namespace ringscope::chart_test::whole_test
