// What is particular to the flat form; what both forms share is tested in layout_property_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::test {
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

TEST(IcicleTest, RowsAreEquallyHighInEveryMode) {
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    for (const uint32_t layers : {1u, 4u, 30u, 100u, 700u}) {
      const ArcBatch batch = LayoutView(*ChainTree(layers), {.mode = mode, .form = ChartForm::kIcicle});
      ASSERT_EQ(batch.layer_count(), layers + 1);
      const float row = batch.ring_edge_px[1];
      EXPECT_LE(row, batch.spec.max_row_px);
      EXPECT_LE(batch.radius_px(), batch.spec.height_px - 2 * kChartMarginPx + 1.01f);
      // They fill the height unless that would make them too high, or less than whole pixels.
      if (row < batch.spec.max_row_px) {
        EXPECT_GT(batch.radius_px() + static_cast<float>(layers + 1), batch.spec.height_px - 24);
      }
      if (row >= 8) {
        EXPECT_EQ(row, std::floor(row));
      }
      for (uint32_t layer = 0; layer <= layers; ++layer)
        EXPECT_NEAR(batch.ring_edge_px[layer + 1], row * static_cast<float>(layer + 1), 1e-3f);
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
}  // namespace ringscope::test
