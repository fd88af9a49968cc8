#include "renderer/plot/plot_layout.h"

#include <gtest/gtest.h>

#include <random>

namespace ringscope::plot_picking_test {
namespace {

// A test draws numbers that are the same on every system.
class Numbers {
 public:
  double Below(double end) { return static_cast<double>(random_()) / 4294967296.0 * end; }

 private:
  std::mt19937 random_{7};
};

float Distance2(const PlotSpot& spot, float x, float y) {
  return (spot.x_px - x) * (spot.x_px - x) + (spot.y_px - y) * (spot.y_px - y);
}

// All in sight.
std::vector<PlotSpot> SpotsOf(const LaidPlot& plot) {
  const PixelBox& box = plot.frame.box;
  return SpotsIn(plot, {box.left_px - 1, box.top_px - 1, box.right_px + 1, box.bottom_px + 1});
}

TEST(PlotPicking, TheNearestIsThatOfASearchOfAll) {
  Numbers numbers;
  for (const size_t count : {0, 1, 30, 5000}) {
    PlotSpec spec;
    for (int k = 0; k < 2; ++k) {
      PlotSeries series;
      for (size_t i = 0; i < count; ++i) {
        series.x.push_back(std::floor(numbers.Below(90)));
        series.y.push_back(numbers.Below(10));
      }
      spec.series.push_back(std::move(series));
    }
    ShapeBatch batch;
    const LaidPlot plot = LayOutPlot(spec, {0, 0, 500, 300}, {}, batch);
    const std::vector<PlotSpot> all = SpotsOf(plot);
    ASSERT_EQ(all.size(), 2 * count);
    for (int k = 0; k < 300; ++k) {
      const auto x = static_cast<float>(numbers.Below(560) - 30),
                 y = static_cast<float>(numbers.Below(360) - 30);
      const float reach = k % 3 == 0 ? 5 : 60;
      const auto nearest = NearestSpot(plot, x, y, reach);
      float least = reach * reach * 1.0001f;
      bool any = false;
      for (const PlotSpot& spot : all) {
        any = any || Distance2(spot, x, y) <= reach * reach;
        least = std::min(least, Distance2(spot, x, y));
      }
      ASSERT_EQ(nearest.has_value(), any);
      if (nearest) {
        EXPECT_EQ(Distance2(*nearest, x, y), least);
      }
      const PixelBox box{x - 40, y - 25, x + 30, y + 35};
      size_t inside = 0;
      for (const PlotSpot& spot : all) {
        inside += spot.x_px >= box.left_px && spot.x_px <= box.right_px && spot.y_px >= box.top_px &&
                  spot.y_px <= box.bottom_px;
      }
      EXPECT_EQ(SpotsIn(plot, box).size(), inside);
    }
  }
}

TEST(PlotPicking, OfTwoInOnePlaceTheUpperOne) {
  PlotSpec spec;
  for (int k = 0; k < 3; ++k) spec.series.push_back({.x = {1, 2}, .y = {1, 2}});
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, {0, 0, 500, 300}, {}, batch);
  const auto x = static_cast<float>(plot.frame.XPx(2)), y = static_cast<float>(plot.frame.YPx(2));
  const auto nearest = NearestSpot(plot, x, y, 4);
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->series, 2u);
  EXPECT_EQ(nearest->point, 1u);
}

}  // namespace
}  // namespace ringscope::plot_picking_test
