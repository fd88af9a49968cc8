// What is particular to the flat form; what both forms share is tested in layout_property_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::icicle_test {
namespace {

TEST(IcicleTest, HasThePiecesOfTheRingsWhereNothingIsTooSmall) {
  const CctPtr tree = WorkedExample();
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    ViewSpec spec{.mode = mode};
    const ArcBatch rings = LayoutView(*tree, spec);
    spec.form = ChartForm::kIcicle;
    const ArcBatch rows = LayoutView(*tree, spec);
    EXPECT_EQ(rows.context, rings.context);
    EXPECT_EQ(rows.start_units, rings.start_units);
    EXPECT_EQ(rows.start_turns, rings.start_turns);
    EXPECT_EQ(rows.sweep_turns, rings.sweep_turns);
    EXPECT_EQ(rows.layer_offset, rings.layer_offset);
  }
}

// main calls `layers` contexts deep, each caller keeping as much for itself as it hands on.
CctPtr ThinningTree(uint32_t layers) {
  std::vector<std::string> paths = {"main"};
  for (uint32_t layer = 1; layer < layers; ++layer)
    paths.push_back(paths.back() + ";f" + std::to_string(layer % 7));
  std::vector<PathValue> values;
  for (uint32_t layer = 0; layer < layers; ++layer)
    values.push_back({paths[layer], {uint64_t{1} << (40 - std::min(layer, 9u))}});
  return TreeFromPaths(values);
}

TEST(IcicleTest, RowsAreEquallyHighWhereTheyFit) {
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    for (const uint32_t layers : {1u, 4u, 30u}) {
      const ArcBatch batch = LayoutView(*ThinningTree(layers), {.mode = mode, .form = ChartForm::kIcicle});
      ASSERT_EQ(batch.layer_count(), layers + 1);
      for (uint32_t edge = 0; edge <= layers + 1; ++edge)
        EXPECT_EQ(batch.ring_edge_px[edge], static_cast<float>(edge) * batch.spec.max_row_px);
    }
  }
}

TEST(IcicleTest, ManyRowsFillTheHeightAndFullOnesAreReadable) {
  for (const float height : {300.f, 600.f, 900.f}) {
    for (const uint32_t layers : {45u, 200u, 500u}) {
      const ArcBatch batch =
          LayoutView(*ThinningTree(layers), {.form = ChartForm::kIcicle, .height_px = height});
      ASSERT_EQ(batch.layer_count(), layers + 1);
      std::vector<float> rows;
      for (uint32_t layer = 0; layer <= layers; ++layer)
        rows.push_back(batch.ring_edge_px[layer + 1] - batch.ring_edge_px[layer]);
      EXPECT_GE(rows[0], 14) << layers;
      EXPECT_LE(rows[0], batch.spec.max_row_px);
      EXPECT_LE(batch.radius_px(), height - 2 * kChartMarginPx + 1.01f);
      EXPECT_GT(batch.radius_px(), 0.9f * height - 2 * kChartMarginPx);
      for (uint32_t layer = 1; layer <= layers; ++layer) {
        EXPECT_LE(rows[layer], rows[layer - 1] + 1e-3f);
        EXPECT_GT(rows[layer], 0.1f);
        if (rows[layer] >= 4) {
          EXPECT_EQ(rows[layer], std::floor(rows[layer]));
        }
      }
    }
  }
}

TEST(IcicleTest, ANearlyEmptyLastRowTakesNothingFromTheOthers) {
  const ViewSpec spec{.form = ChartForm::kIcicle};
  const double height = IcicleFrameOf(spec).height_px;
  for (const double last : {0.4, 2e-5, 1e-6, 0.0}) {
    std::vector<double> covered(80, 1.0);
    covered.insert(covered.end(), 20, 0.4);
    covered.push_back(last);
    std::vector<float> edges;
    SetRowEdges(spec, covered, edges);
    ASSERT_EQ(edges.size(), covered.size() + 1);
    EXPECT_GE(edges[80], 80 * 9) << last;
    EXPECT_GE(edges.back(), 0.9 * height) << last;
    EXPECT_LE(edges.back(), height + 0.01) << last;
  }
}

TEST(IcicleTest, AreasAreProportionalToValuesInAreaMode) {
  for (const uint32_t layers : {10u, 45u, 300u}) {
    const ArcBatch batch =
        LayoutView(*ThinningTree(layers), {.mode = RingMode::kArea, .form = ChartForm::kIcicle});
    ASSERT_EQ(batch.layer_count(), layers + 1);
    for (uint32_t layer = 0; layer <= layers; ++layer) {
      EXPECT_NEAR(batch.ring_edge_px[layer + 1] - batch.ring_edge_px[layer], batch.ring_edge_px[1], 1e-3f);
    }
  }
}

TEST(IcicleTest, EdgesLieHalfwayBetweenPixels) {
  for (const auto& [width, height] : {std::pair{1440.f, 900.f}, {801.f, 333.f}}) {
    const IcicleFrame frame = IcicleFrameOf({.width_px = width, .height_px = height});
    EXPECT_EQ(frame.left_px + static_cast<double>(width) / 2, 11.5);
    EXPECT_EQ(frame.top_px + static_cast<double>(height) / 2, 11.5);
    EXPECT_EQ(frame.width_px, static_cast<double>(width) - 23);
  }
}

TEST(IcicleTest, NonsenseSizesGiveAChart) {
  for (const float size : {-5.f, 0.f, 10.f, 1e30f, std::nanf("")}) {
    const ArcBatch batch = LayoutView(
        *ChainTree(5), {.form = ChartForm::kIcicle, .width_px = size, .height_px = size, .max_row_px = size});
    EXPECT_GE(batch.layer_count(), 1u);
    EXPECT_GT(batch.radius_px(), 0);
    EXPECT_TRUE(std::isfinite(batch.radius_px()));
  }
}

}  // namespace
}  // namespace ringscope::chart_test::icicle_test
