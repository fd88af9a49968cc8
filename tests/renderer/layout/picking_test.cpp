#include "renderer/layout/picking.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "renderer/layout/layout.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::picking_test {
namespace {

// The deepest place a point can show: a context below a rest segment is not drawn, so nothing is picked
// there.
std::optional<ContextId> ExpectedPick(const Cct& tree, const ArcBatch& batch,
                                      const std::vector<ExactArc>& arcs, ChartPlace point) {
  const auto context = ContextAt(arcs, batch, point.turns, point.radius_px);
  if (!context || *context == batch.spec.root.context) return context;
  for (ContextId at = tree.ParentOf(*context); at != batch.spec.root.context; at = tree.ParentOf(at)) {
    for (uint32_t p = 1; p < batch.size(); ++p) {
      if (batch.is_rest(p) && batch.rest_run(p).contains(at)) return std::nullopt;
    }
  }
  return context;
}

// By what lies half a ring further in.
std::optional<Pick> ExpectedSelfGap(const Cct& tree, const ArcBatch& batch, ChartPlace point) {
  if (batch.spec.mode == RingMode::kEqual || PickContext(tree, batch, point)) return std::nullopt;
  const auto edge = [&](uint32_t i) { return static_cast<double>(batch.ring_edge_px[i]); };
  for (uint32_t layer = 1; layer < batch.layer_count(); ++layer) {
    if (point.radius_px < edge(layer) || point.radius_px >= edge(layer + 1)) continue;
    const auto inner = PickContext(tree, batch, {point.turns, (edge(layer - 1) + edge(layer)) / 2});
    const bool has_gap = inner && !inner->in_rest && !tree.ChildrenOf(inner->context).empty();
    return has_gap ? inner : std::nullopt;
  }
  return std::nullopt;
}

class PickingTest : public testing::TestWithParam<int> {};

TEST_P(PickingTest, AgreesWithLookingAtEveryContext) {
  const auto seed = static_cast<uint64_t>(GetParam());
  const CctPtr tree = RandomTree(seed, {.contexts = 400, .depth_bias = 0.5 + static_cast<double>(seed % 4)});
  std::mt19937_64 random(seed);
  uint32_t in_rest = 0, in_gap = 0, in_self_gap = 0;
  for (int view = 0; view < 12; ++view) {
    const auto mode = static_cast<RingMode>(view % 3);
    const ChartForm form = view % 2 == 0 ? ChartForm::kRings : ChartForm::kIcicle;
    const bool lens = view >= 6;
    ViewSpec spec{
        .metric = static_cast<MetricIndex>(seed % 2), .mode = mode, .width_px = 260, .height_px = 260};
    if (seed % 3 == 1) spec.root.context = tree->ChildrenOf(0).begin;
    if (seed % 3 == 2) spec.root.run = tree->ChildrenOf(0);
    spec.form = form;
    if (lens) spec.lens = RandomLens(random);
    const ArcBatch batch = LayoutView(*tree, spec);
    const auto arcs = ExactArcs(*tree, batch);
    for (int i = 0; i < 2'500; ++i) {
      const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
      const ChartPlace point{unit(), unit() * (static_cast<double>(batch.radius_px()) + 2)};
      const auto pick = PickContext(*tree, batch, point);
      const auto expected = ExpectedPick(*tree, batch, arcs, point);
      ASSERT_EQ(pick.has_value(), expected.has_value()) << point.turns << " " << point.radius_px;
      const auto gap = PickSelfGap(*tree, batch, point);
      ASSERT_EQ(gap, ExpectedSelfGap(*tree, batch, point)) << point.turns << " " << point.radius_px;
      if (!pick) {
        ++in_gap;
        in_self_gap += gap ? 1 : 0;
        continue;
      }
      ASSERT_FALSE(gap);
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
  EXPECT_GT(in_self_gap, 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PickingTest, testing::Range(1, 13));

TEST(PickingTest, ScreenPointsBecomeClockwiseTurnsFromTwelveOClock) {
  const auto expect = [](ChartPoint point, double turns, double radius) {
    const ChartPlace place = PlaceFromChart({}, point);
    EXPECT_NEAR(place.turns, turns, 1e-9);
    EXPECT_NEAR(place.radius_px, radius, 1e-6);
  };
  expect({0, -10}, 0, 10);
  expect({10, 0}, 0.25, 10);
  expect({0, 10}, 0.5, 10);
  expect({-10, 0}, 0.75, 10);
  expect({3, -3}, 0.125, 3 * std::numbers::sqrt2);
  expect({0, 0}, PlaceFromChart({}, {0, 0}).turns, 0);
  EXPECT_LT(PlaceFromChart({}, {-1e-30f, -1}).turns, 1);
}

TEST(PickingTest, ScreenPointsBecomeShareOfTheWidthAndDistanceFromTheTopOfAnIcicle) {
  const ViewSpec spec{.form = ChartForm::kIcicle, .width_px = 1023, .height_px = 523};  // 1000 x 500 of rows
  const ChartPlace middle = PlaceFromChart(spec, {0, 0});
  EXPECT_DOUBLE_EQ(middle.turns, 0.5);
  EXPECT_DOUBLE_EQ(middle.radius_px, 250);
  const ChartPlace left_above = PlaceFromChart(spec, {-510, -260});
  EXPECT_DOUBLE_EQ(left_above.turns, -0.01);
  EXPECT_DOUBLE_EQ(left_above.radius_px, -10);

  const CctPtr tree = WorkedExample();
  const ArcBatch batch = LayoutView(*tree, spec);
  EXPECT_FALSE(PickContext(*tree, batch, left_above).has_value());
  EXPECT_FALSE(PickContext(*tree, batch, PlaceFromChart(spec, {501, -240})).has_value());
  EXPECT_EQ(PickContext(*tree, batch, PlaceFromChart(spec, {499, -240}))->context, 0u);
  EXPECT_EQ(PickContext(*tree, batch, PlaceFromChart(spec, {-499, -220}))->context, 1u);
}

TEST(PickingTest, TheLensKeepsWhatIsUnderThePointer) {
  const CctPtr tree = RandomTree(3, {.contexts = 3000});
  std::mt19937_64 random(3);
  uint32_t kept = 0;
  for (const ChartForm form : {ChartForm::kRings, ChartForm::kIcicle}) {
    ViewSpec spec{.form = form, .width_px = 400, .height_px = 300};
    const ArcBatch plain = LayoutView(*tree, spec);
    for (int i = 0; i < 500; ++i) {
      const ChartPoint point{static_cast<float>(random() % 400) - 199.3f,
                             static_cast<float>(random() % 300) - 149.3f};
      const ChartPlace place = PlaceFromChart(spec, point);
      const auto before = PickContext(*tree, plain, place);
      spec.lens = LensAt(plain, point);
      ASSERT_TRUE(spec.lens || !before);
      if (!before) continue;
      const ArcBatch enlarged = LayoutView(*tree, spec);
      const auto after = PickContext(*tree, enlarged, place);
      ASSERT_TRUE(after);
      ASSERT_EQ(after->context, before->context);
      ASSERT_GE(enlarged.sweep_turns[after->piece], before->in_rest ? 0 : plain.sweep_turns[before->piece]);
      ++kept;
    }
  }
  EXPECT_GT(kept, 200u);
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
    const ChartPlace point{(wanted - 2 + 0.5) / 1e6, static_cast<double>(batch.radius_px()) - 1};
    EXPECT_EQ(PickContext(*tree, batch, point), (Pick{wanted, 1, true}));
  }
}

// What is under the pointer stays there while layers come and go.
TEST(HeldEdgesTest, WhatLiesAtThePointKeepsItsPlace) {
  const CctPtr tree = ChainTree(60);
  for (const ChartForm form : {ChartForm::kRings, ChartForm::kIcicle}) {
    ViewSpec spec{.form = form, .depth_limit = 10, .ring_sizing = RingSizing::kReadable};
    ArcBatch batch = LayoutView(*tree, spec);
    const ChartPoint point = form == ChartForm::kRings ? ChartPoint{1, -(batch.ring_edge_px[4] + 3)}
                                                       : ChartPoint{1, -426 + batch.ring_edge_px[4]};
    const auto pick = [&](const ArcBatch& of) {
      return PickContext(*tree, of, PlaceFromChart(of.spec, point));
    };
    const auto before = pick(batch);
    ASSERT_TRUE(before);
    spec.held_edges = HeldEdgesAt(batch, point);
    ASSERT_EQ(spec.held_edges.size(), batch.layer[before->piece] + 1u);
    for (const uint32_t layers : {11u, 20u, 45u, 8u, 6u, 30u}) {
      spec.depth_limit = layers;
      const ArcBatch now = LayoutView(*tree, spec);
      ASSERT_EQ(now.layer_count(), layers);
      EXPECT_EQ(pick(now)->context, before->context);
      for (size_t edge = 0; edge <= spec.held_edges.size(); ++edge)
        EXPECT_NEAR(now.ring_edge_px[edge], batch.ring_edge_px[edge], 1e-3f) << layers;
      for (size_t edge = 1; edge < now.ring_edge_px.size(); ++edge)
        EXPECT_GT(now.ring_edge_px[edge], now.ring_edge_px[edge - 1]);
      if (form == ChartForm::kRings) {
        EXPECT_EQ(now.radius_px(), batch.radius_px());
      }
      spec.held_edges = HeldEdgesAt(now, point);
      if (layers == 45u) spec.held_edges = HeldEdgesAt(batch, point);
    }
    // Without further layers the chart is the usual one.
    spec.depth_limit = 3;
    ViewSpec usual = spec;
    usual.held_edges.clear();
    EXPECT_EQ(LayoutView(*tree, spec).ring_edge_px, LayoutView(*tree, usual).ring_edge_px);
  }
  // The papers' law says where edges lie.
  const ArcBatch plain = LayoutView(*tree, {.depth_limit = 10});
  EXPECT_TRUE(HeldEdgesAt(plain, {1, -200}).empty());
  const ArcBatch area =
      LayoutView(*tree, {.mode = RingMode::kArea, .depth_limit = 10, .ring_sizing = RingSizing::kReadable});
  EXPECT_TRUE(HeldEdgesAt(area, {1, -200}).empty());
}

TEST(StrongerLensTest, AddsUpAtOnePlaceAndBeginsAnewElsewhere) {
  const CctPtr tree = WorkedExample();
  ArcBatch batch = LayoutView(*tree, {});
  const auto first = StrongerLensAt(batch, {100, -100}, 2);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->angular_zoom, 2);
  EXPECT_EQ(first->center_turns, LensAt(batch, {100, -100})->center_turns);
  batch = LayoutView(*tree, {.lens = first});
  EXPECT_EQ(StrongerLensAt(batch, {101, -100}, 2)->angular_zoom, 4);
  EXPECT_EQ(StrongerLensAt(batch, {101, -100}, 2)->center_turns, first->center_turns);
  EXPECT_EQ(StrongerLensAt(batch, {-100, 100}, 2)->angular_zoom, 2);
  EXPECT_FALSE(StrongerLensAt(batch, {100, -100}, 0.5f));
  EXPECT_FALSE(StrongerLensAt(batch, {5000, 0}, 2));
}

}  // namespace
}  // namespace ringscope::chart_test::picking_test
