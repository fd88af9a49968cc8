#include "renderer/layout/picking.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>
#include <unordered_map>

#include "renderer/layout/layout.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::test {
namespace {

// The deepest place a point can show: a context below a rest segment is not drawn, so nothing is picked
// there.
std::optional<ContextId> ExpectedPick(const Cct& tree, const ArcBatch& batch,
                                      const std::vector<ExactArc>& arcs, PolarPoint point) {
  const auto context = ContextAt(arcs, batch, point.turns, point.radius_px);
  if (!context || *context == batch.spec.root.context) return context;
  for (ContextId at = tree.ParentOf(*context); at != batch.spec.root.context; at = tree.ParentOf(at)) {
    for (uint32_t p = 1; p < batch.size(); ++p) {
      if (batch.is_rest(p) && batch.rest_run(p).contains(at)) return std::nullopt;
    }
  }
  return context;
}

class PickingTest : public testing::TestWithParam<int> {};

TEST_P(PickingTest, AgreesWithLookingAtEveryContext) {
  const auto seed = static_cast<uint64_t>(GetParam());
  const CctPtr tree = RandomTree(seed, {.contexts = 400, .depth_bias = 0.5 + static_cast<double>(seed % 4)});
  std::mt19937_64 random(seed);
  uint32_t in_rest = 0, in_gap = 0;
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    ViewSpec spec{
        .metric = static_cast<MetricIndex>(seed % 2), .mode = mode, .width_px = 260, .height_px = 260};
    if (seed % 3 == 1) spec.root.context = tree->ChildrenOf(0).begin;
    if (seed % 3 == 2) spec.root.run = tree->ChildrenOf(0);
    const ArcBatch batch = LayoutView(*tree, spec);
    const auto arcs = ExactArcs(*tree, batch);
    for (int i = 0; i < 10'000; ++i) {
      const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
      const PolarPoint point{unit(), unit() * 125};
      const auto pick = PickContext(*tree, batch, point);
      const auto expected = ExpectedPick(*tree, batch, arcs, point);
      ASSERT_EQ(pick.has_value(), expected.has_value()) << point.turns << " " << point.radius_px;
      if (!pick) {
        ++in_gap;
        continue;
      }
      ASSERT_EQ(pick->context, *expected) << point.turns << " " << point.radius_px;
      ASSERT_EQ(FindPiece(*tree, batch, pick->context), pick->piece);
      if (pick->piece != 0) {
        ASSERT_EQ(pick->in_rest, batch.is_rest(pick->piece));
      }
      in_rest += pick->in_rest ? 1 : 0;
    }
  }
  EXPECT_GT(in_rest, 0u);
  EXPECT_GT(in_gap, 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PickingTest, testing::Range(1, 13));

TEST(PickingTest, ScreenPointsBecomeClockwiseTurnsFromTwelveOClock) {
  const auto expect = [](ChartPoint point, double turns, double radius) {
    const PolarPoint polar = PolarFromChart(point);
    EXPECT_NEAR(polar.turns, turns, 1e-9);
    EXPECT_NEAR(polar.radius_px, radius, 1e-6);
  };
  expect({0, -10}, 0, 10);
  expect({10, 0}, 0.25, 10);
  expect({0, 10}, 0.5, 10);
  expect({-10, 0}, 0.75, 10);
  expect({3, -3}, 0.125, 3 * std::numbers::sqrt2);
  expect({0, 0}, PolarFromChart({0, 0}).turns, 0);
  EXPECT_LT(PolarFromChart({-1e-30f, -1}).turns, 1);
}

TEST(PickingTest, OutsideTheChartIsNothing) {
  const CctPtr tree = WorkedExample();
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}, .width_px = 500, .height_px = 500});
  EXPECT_FALSE(PickContext(*tree, batch, {0.1, static_cast<double>(batch.radius_px())}).has_value());
  EXPECT_FALSE(PickContext(*tree, batch, {0.1, -1}).has_value());
  EXPECT_FALSE(PickContext(*tree, batch, {1.0, 5}).has_value());
  EXPECT_FALSE(PickContext(*tree, batch, {0.9, 60}).has_value());  // self gap of main
  EXPECT_EQ(PickContext(*tree, batch, {0.9, 5})->context, 1u);     // the centre
}

TEST(PickingTest, EverySiblingOfARestSegmentIsReached) {
  const CctPtr tree = FlatTree(1'000'000);
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}});
  ASSERT_EQ(batch.size(), 2u);
  for (const ContextId wanted : {2u, 3u, 333'333u, 1'000'001u}) {
    const PolarPoint point{(wanted - 2 + 0.5) / 1e6, static_cast<double>(batch.radius_px()) - 1};
    EXPECT_EQ(PickContext(*tree, batch, point), (Pick{wanted, 1, true}));
  }
}

}  // namespace
}  // namespace ringscope::test
