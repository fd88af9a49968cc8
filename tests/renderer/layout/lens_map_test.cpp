#include "renderer/layout/lens_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "renderer/layout/layout.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::lens_map_test {
namespace {

void ExpectSound(const LensMap& map, double center, const std::string& what) {
  SCOPED_TRACE(what);
  constexpr int kSteps = 4000;
  double before = map.Map(0);
  ASSERT_NEAR(map.Map(1) - map.Map(0), 1, 1e-12);
  for (int i = 1; i <= kSteps; ++i) {
    const double place = static_cast<double>(i) / kSteps;
    const double drawn = map.Map(place);
    ASSERT_GT(drawn, before) << place;
    before = drawn;
    ASSERT_NEAR(map.Inverse(drawn), place, 1e-9);
    ASSERT_NEAR(map.Map(map.Inverse(place)), place, 1e-9);
  }
  ASSERT_NEAR(map.Map(center), center, 1e-12);
}

TEST(LensMapTest, GrowsIsInvertibleAndKeepsItsCentre) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    const Lens lens = RandomLens(random);
    const double center = lens.center_turns, zoom = double{lens.angular_zoom},
                 extent = double{lens.angular_extent};
    const std::string what =
        std::to_string(center) + " x" + std::to_string(zoom) + " " + std::to_string(extent);
    const LensMap between = LensMap::Between(center, zoom, extent);
    ExpectSound(between, center, "between " + what);
    ASSERT_EQ(between.Map(0), 0) << what;
    ASSERT_EQ(between.Map(1), 1) << what;
    // On a circle 0 and 1 are the same place, and so is the centre however it is written down.
    const LensMap around = LensMap::Around(center, zoom, extent);
    ExpectSound(around, center == 1 ? 0 : center, "around " + what);
    ASSERT_NEAR(around.Map(center + 0.5), center + 0.5, 1e-12) << what;
  }
}

TEST(LensMapTest, EnlargesAroundTheCentreAndShrinksTheRestEvenly) {
  for (const double center : {0.5, 0.02, 0.97}) {  // the last two reach across 12 o'clock
    const LensMap map = LensMap::Around(center, 10, 0.1);
    const auto drawn = [&](double place, double length) { return map.Map(place + length) - map.Map(place); };
    EXPECT_NEAR(drawn(center - 0.01, 0.02), 0.2, 1e-12);
    EXPECT_NEAR(drawn(center, 0.001), 0.01, 1e-12);
    EXPECT_NEAR(drawn(center + 0.2, 0.01), 0.01 * 0.8 / 0.98, 1e-12);
    EXPECT_NEAR(drawn(center - 0.3, 0.01), 0.01 * 0.8 / 0.98, 1e-12);
  }
  // Close to an end only what fits is enlarged, and the end stays where it is.
  const LensMap map = LensMap::Between(0.04, 10, 0.1);
  EXPECT_NEAR(map.Map(0.04) - map.Map(0.037), 0.03, 1e-12);
  EXPECT_NEAR(map.Map(0.01), 0.01 * 0.01 / 0.037, 1e-12);
  EXPECT_NEAR(map.Map(0.05) - map.Map(0.04), 0.1, 1e-12);
}

TEST(LensMapTest, NonsenseIsNoLens) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const auto make : {&LensMap::Between, &LensMap::Around}) {
    for (const LensMap& map : {make(kNan, 8, 0.1), make(kInfinity, 8, 0.1), make(0.5, kNan, 0.1),
                               make(0.5, 8, kNan), make(0.5, -3, 0.1), make(0.5, 1, 0.1), make(0.5, 8, 0)}) {
      EXPECT_TRUE(map.is_identity());
      EXPECT_EQ(map.Map(0.3), 0.3);
      EXPECT_EQ(map.Inverse(0.3), 0.3);
    }
    for (const LensMap& map : {make(0.5, kInfinity, 0.1), make(0.5, 1e300, kInfinity), make(0.2, 8, 100)})
      ExpectSound(map, map.Map(0.5) == 0.5 ? 0.5 : 0.2, "huge");
  }
}

TEST(LensTest, ResolvesWhatWasARestSegment) {
  // A million equal siblings: without a lens one rest segment. A lens of 1000 makes some of them a pixel
  // wide.
  const CctPtr tree = FlatTree(1'000'000);
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength}) {
    for (const ChartForm form : {ChartForm::kRings, ChartForm::kIcicle}) {
      ViewSpec spec{.mode = mode, .form = form, .root = {.context = 1}, .width_px = 2600, .height_px = 2600};
      EXPECT_EQ(LayoutView(*tree, spec).context_piece_count, 1u);
      spec.lens = Lens{.center_turns = 0.3, .center_radius = 0.9, .angular_zoom = 1000};
      const ArcBatch batch = LayoutView(*tree, spec);
      // The lens shows 0.24 turns / 1000 of the siblings.
      EXPECT_NEAR(batch.context_piece_count, 240 + 1, 2);
      EXPECT_EQ(batch.rest_piece_count, 2u);
      EXPECT_NEAR(batch.rest_run(batch.layer_offset[1]).size(), 300'000 - 120, 2);
    }
  }
}

TEST(LensTest, LayersStayAndThoseUnderTheLensThicken) {
  const CctPtr tree = ChainTree(100);
  for (const ChartForm form : {ChartForm::kRings, ChartForm::kIcicle}) {
    ViewSpec spec{.mode = form == ChartForm::kRings ? RingMode::kLength : RingMode::kArea,
                  .form = form,
                  .max_row_px = 100};
    const ArcBatch plain = LayoutView(*tree, spec);
    spec.lens = Lens{.center_radius = 0.5, .radial_zoom = 4, .radial_extent = 0.2f};
    const ArcBatch batch = LayoutView(*tree, spec);
    ASSERT_EQ(batch.layer_count(), plain.layer_count());
    EXPECT_FLOAT_EQ(batch.radius_px(), plain.radius_px());
    const auto thickness = [](const ArcBatch& of, uint32_t layer) {
      return of.ring_edge_px[layer + 1] - of.ring_edge_px[layer];
    };
    EXPECT_NEAR(thickness(batch, 50) / thickness(plain, 50), 4, 0.01);
    EXPECT_NEAR(thickness(batch, 10) / thickness(plain, 10), 0.6 / 0.9, 0.01);
    EXPECT_NEAR(thickness(batch, 90) / thickness(plain, 90), 0.6 / 0.9, 0.01);
  }
}

}  // namespace
}  // namespace ringscope::chart_test::lens_map_test
