#include "app/views/rings/rings.h"

#include <gtest/gtest.h>

#include "app/view/colors/colors.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/app/app_test_state.h"

namespace ringscope::free_corner_test {
namespace {

ArcBatch BatchOf(const Cct& tree, float width_px, float height_px) {
  ViewSpec spec;
  spec.width_px = width_px;
  spec.height_px = height_px;
  ArcBatch batch;
  LayoutView(tree, spec, batch);
  return batch;
}

// Whether the pointer would find something at any of many places in the box.
bool SomethingIn(const Cct& tree, const ArcBatch& batch, float width_px, float height_px) {
  constexpr int kPlaces = 60;
  for (int i = 0; i < kPlaces; ++i) {
    for (int j = 0; j < kPlaces; ++j) {
      const float x = width_px * (static_cast<float>(i) + 0.5f) / kPlaces;
      const float y = height_px * (static_cast<float>(j) + 0.5f) / kPlaces;
      const ChartPoint point{x - batch.spec.width_px / 2, batch.spec.height_px / 2 - y};
      if (PickContext(tree, batch, PlaceFromChart(batch.spec, point))) return true;
    }
  }
  return false;
}

TEST(FreeCornerTest, AFreeCornerHoldsNothingThatCanBePointedAt) {
  size_t free = 0, taken = 0;
  std::string deep = "main";
  for (int i = 0; i < 40; ++i) deep += ";f" + std::to_string(i);
  for (const std::string& folded : {std::string("main;a 1\nmain;b;c;d 9\n"), deep + " 3\nmain;z 1\n"}) {
    const CctPtr tree = TreeFromFolded(folded).tree;
    const ArcBatch batch = BatchOf(*tree, 800, 500);
    for (const float width : {20.f, 60.f, 100.f, 150.f, 300.f, 700.f}) {
      for (const float height : {15.f, 60.f, 120.f, 300.f, 480.f}) {
        const bool is_free = FreeWidth(batch, height) >= width;
        ++(is_free ? free : taken);
        EXPECT_FALSE(is_free && SomethingIn(*tree, batch, width, height)) << width << " " << height;
      }
    }
  }
  EXPECT_GT(free, 10u);
  EXPECT_GT(taken, 10u);
}

TEST(FreeCornerTest, AnIcicleLeavesAStripForItsLegend) {
  AppState state = StateWith(TreeFromFolded("main;a 1\n"));
  EXPECT_EQ(LegendStrips(state, 0).below, 0);
  Do(state, action::SetForm{ChartForm::kIcicle});
  EXPECT_GT(LegendStrips(state, 0).below, 0);
  Do(state, action::ShowLegend{false});
  EXPECT_EQ(LegendStrips(state, 0).below, 0);
}

}  // namespace
}  // namespace ringscope::free_corner_test
