// The worked example of the calling context ring chart papers in every mode. Siblings here are ordered by
// value, the papers' by creation, so sweeps, radii and sums are theirs and start angles follow from the
// order.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::worked_example_test {
namespace {

struct ExpectedArc {
  const char* path;
  uint64_t inclusive;
  double equal_sweep_deg;
  double length_sweep_deg;
};

constexpr ExpectedArc kExpected[] = {
    {"main", 3238, 360, 360},           {"main;f", 890, 120, 98.9500},      {"main;f;g", 490, 60, 54.4781},
    {"main;f;g;h", 110, 30, 12.2298},   {"main;f;g;h;i", 50, 30, 5.5590},   {"main;f;g;g", 200, 30, 22.2359},
    {"main;f;g;g;h", 110, 30, 12.2298}, {"main;f;g;g;h;i", 50, 30, 5.5590}, {"main;f;h", 220, 60, 24.4595},
    {"main;f;h;i", 100, 60, 11.1180},   {"main;g", 490, 120, 54.4781},      {"main;g;h", 110, 60, 12.2298},
    {"main;g;h;i", 50, 60, 5.5590},     {"main;g;g", 200, 60, 22.2359},     {"main;g;g;h", 110, 60, 12.2298},
    {"main;g;g;h;i", 50, 60, 5.5590},   {"main;h", 792, 120, 88.0544},      {"main;h;i", 360, 120, 40.0247},
};

class WorkedExampleTest : public testing::Test {
 protected:
  ArcBatch Lay(RingMode mode, std::string_view root = "main", uint32_t depth_limit = kAllLayers,
               MetricIndex metric = 0) const {
    return LayoutView(*tree_, {.metric = metric,
                               .mode = mode,
                               .root = {.context = At(*tree_, root)},
                               .depth_limit = depth_limit,
                               .width_px = 1000,
                               .height_px = 1000});
  }
  uint32_t PieceOf(const ArcBatch& batch, std::string_view path) const {
    return FindPiece(*tree_, batch, At(*tree_, path)).value();
  }
  double SweepDeg(const ArcBatch& batch, std::string_view path) const {
    return static_cast<double>(batch.sweep_turns[PieceOf(batch, path)]) * 360;
  }
  double StartDeg(const ArcBatch& batch, std::string_view path) const {
    return static_cast<double>(batch.start_turns[PieceOf(batch, path)]) * 360;
  }

  CctPtr tree_ = WorkedExample();
};

TEST_F(WorkedExampleTest, SweepsAndValuesInEveryMode) {
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    const ArcBatch batch = Lay(mode);
    ASSERT_EQ(batch.size(), 18u);
    EXPECT_EQ(batch.rest_piece_count, 0u);
    EXPECT_EQ(batch.context_piece_count, 18u);
    EXPECT_EQ(batch.total, 3238u);
    for (const ExpectedArc& expected : kExpected) {
      const uint32_t piece = PieceOf(batch, expected.path);
      const double sweep = mode == RingMode::kEqual ? expected.equal_sweep_deg : expected.length_sweep_deg;
      EXPECT_NEAR(SweepDeg(batch, expected.path), sweep, 1e-3) << expected.path;
      EXPECT_EQ(batch.inclusive[piece], expected.inclusive) << expected.path;
    }
  }
}

TEST_F(WorkedExampleTest, StartAnglesWithTheLargestSiblingFirst) {
  const ArcBatch equal = Lay(RingMode::kEqual);
  EXPECT_NEAR(StartDeg(equal, "main;f"), 0, 1e-3);
  EXPECT_NEAR(StartDeg(equal, "main;h"), 120, 1e-3);
  EXPECT_NEAR(StartDeg(equal, "main;g"), 240, 1e-3);
  EXPECT_NEAR(StartDeg(equal, "main;f;h"), 60, 1e-3);
  EXPECT_NEAR(StartDeg(equal, "main;f;g;h"), 30, 1e-3);
  EXPECT_NEAR(StartDeg(equal, "main;g;g;h;i"), 240, 1e-3);

  const ArcBatch length = Lay(RingMode::kLength);
  EXPECT_NEAR(StartDeg(length, "main;f"), 0, 1e-3);
  EXPECT_NEAR(StartDeg(length, "main;h"), 98.9500, 1e-3);
  EXPECT_NEAR(StartDeg(length, "main;g"), 98.9500 + 88.0544, 1e-3);
  EXPECT_NEAR(StartDeg(length, "main;f;h"), 54.4781, 1e-3);
  EXPECT_NEAR(StartDeg(length, "main;f;g;h"), 22.2359, 1e-3);
  EXPECT_NEAR(StartDeg(length, "main;g;g;h;i"), 187.0044, 1e-3);
}

TEST_F(WorkedExampleTest, LayersHoldThePapersCountsAndSums) {
  constexpr uint64_t kCounts[] = {1, 3, 5, 5, 3, 1};
  constexpr uint64_t kSums[] = {3238, 2172, 1380, 570, 210, 50};
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    const ArcBatch batch = Lay(mode);
    ASSERT_EQ(batch.layer_count(), 6u);
    for (uint32_t layer = 0; layer < 6; ++layer) {
      EXPECT_EQ(batch.layer_offset[layer + 1] - batch.layer_offset[layer], kCounts[layer]);
      uint64_t sum = 0;
      for (uint32_t p = batch.layer_offset[layer]; p < batch.layer_offset[layer + 1]; ++p)
        sum += batch.inclusive[p];
      EXPECT_EQ(sum, kSums[layer]);
    }
  }
}

TEST_F(WorkedExampleTest, RadiiFollowTheMode) {
  const double radius = 500 - static_cast<double>(kChartMarginPx);
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength}) {
    const ArcBatch batch = Lay(mode);
    for (uint32_t edge = 0; edge <= 6; ++edge) {
      EXPECT_NEAR(static_cast<double>(batch.ring_edge_px[edge]) / radius, edge / 6.0, 1e-6);
    }
  }
  constexpr double kAreaRadii[] = {1, 1.414214, 1.732051, 2, 2.236068, 2.449490};
  const ArcBatch area = Lay(RingMode::kArea);
  const double inner = static_cast<double>(area.ring_edge_px[1]);
  for (uint32_t layer = 0; layer < 6; ++layer) {
    EXPECT_NEAR(static_cast<double>(area.ring_edge_px[layer + 1]) / inner, kAreaRadii[layer], 1e-6);
  }
  EXPECT_NEAR(static_cast<double>(area.radius_px()), radius, 1e-3);
}

TEST_F(WorkedExampleTest, AreasAreProportionalToValuesInAreaMode) {
  const ArcBatch batch = Lay(RingMode::kArea);
  const double unit = std::numbers::pi * std::pow(static_cast<double>(batch.ring_edge_px[1]), 2);
  for (uint32_t p = 0; p < batch.size(); ++p) {
    const double inner = static_cast<double>(batch.ring_edge_px[batch.layer[p]]);
    const double outer = static_cast<double>(batch.ring_edge_px[batch.layer[p] + 1]);
    const double area =
        static_cast<double>(batch.sweep_turns[p]) * std::numbers::pi * (outer * outer - inner * inner);
    EXPECT_NEAR(area / unit, static_cast<double>(batch.inclusive[p]) / 3238, 1e-5);
  }
}

TEST_F(WorkedExampleTest, SubtreeFillsTheCircle) {
  const ArcBatch batch = Lay(RingMode::kLength, "main;f");
  EXPECT_EQ(batch.size(), 9u);
  EXPECT_EQ(batch.total, 890u);
  EXPECT_NEAR(SweepDeg(batch, "main;f"), 360, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;g"), 198.2022, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;g;h"), 44.4944, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;g;h;i"), 20.2247, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;g;g"), 80.8989, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;g;g;h"), 44.4944, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;g;g;h;i"), 20.2247, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;h"), 88.9888, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f;h;i"), 40.4494, 1e-3);
  EXPECT_FALSE(FindPiece(*tree_, batch, At(*tree_, "main")).has_value());
  EXPECT_FALSE(FindPiece(*tree_, batch, At(*tree_, "main;h")).has_value());
}

TEST_F(WorkedExampleTest, DepthLimitKeepsInclusiveValues) {
  const ArcBatch batch = Lay(RingMode::kLength, "main", 3);
  EXPECT_EQ(batch.size(), 9u);
  EXPECT_EQ(batch.layer_count(), 3u);
  for (const char* path :
       {"main", "main;f", "main;f;g", "main;f;h", "main;g", "main;g;h", "main;g;g", "main;h", "main;h;i"}) {
    EXPECT_TRUE(FindPiece(*tree_, batch, At(*tree_, path)).has_value()) << path;
  }
  EXPECT_EQ(batch.inclusive[PieceOf(batch, "main;f;g")], 490u);
  EXPECT_EQ(batch.flags[PieceOf(batch, "main;f;g")], kArcContinues);
  EXPECT_EQ(batch.flags[PieceOf(batch, "main;h;i")], 0);  // a leaf
  EXPECT_EQ(batch.flags[PieceOf(batch, "main;f")], 0);    // its callees are drawn
}

TEST_F(WorkedExampleTest, AnotherMetricHasItsOwnAngles) {
  const ArcBatch batch = Lay(RingMode::kLength, "main", kAllLayers, 1);  // invocations
  EXPECT_EQ(batch.total, 345u);                                          // main 1, f 130, g 70, h 144
  EXPECT_NEAR(SweepDeg(batch, "main;h"), 144.0 / 345 * 360, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;f"), 130.0 / 345 * 360, 1e-3);
  EXPECT_NEAR(SweepDeg(batch, "main;g"), 70.0 / 345 * 360, 1e-3);
}

TEST_F(WorkedExampleTest, WholeTreeFromTheSyntheticRoot) {
  const ArcBatch batch = LayoutView(*tree_, {.width_px = 1000, .height_px = 1000});
  EXPECT_EQ(batch.size(), 19u);
  EXPECT_EQ(batch.layer_count(), 7u);
  EXPECT_EQ(batch.sweep_turns[1], 1.0f);
}

}  // namespace
}  // namespace ringscope::chart_test::worked_example_test
