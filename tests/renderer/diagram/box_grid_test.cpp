#include "renderer/diagram/boxes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace ringscope::box_grid_test {
namespace {

TEST(BoxGrid, BoxesStandInRowsInTheirOrderAndDoNotOverlap) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<BoxSize> boxes;
    for (size_t k = 0, count = 1 + random() % 60; k < count; ++k)
      boxes.push_back({1.0 + static_cast<double>(random() % 30), 1.0 + static_cast<double>(random() % 50)});
    const BoxGrid grid = ArrangeGrid(boxes, 3);
    for (size_t k = 0; k < boxes.size(); ++k) {
      const PlanePoint at = grid.place[k];
      EXPECT_GE(at.x, 0);
      EXPECT_GE(at.y, 0);
      EXPECT_LE(at.x + boxes[k].width, grid.size.width + 1e-9);
      EXPECT_LE(at.y + boxes[k].height, grid.size.height + 1e-9);
      if (k == 0) continue;
      const bool is_same_row =
          std::abs(at.y + boxes[k].height - grid.place[k - 1].y - boxes[k - 1].height) < 1e-9;
      if (is_same_row) {
        EXPECT_NEAR(at.x, grid.place[k - 1].x + boxes[k - 1].width + 3, 1e-9);
      } else {
        EXPECT_GE(at.y, grid.place[k - 1].y + boxes[k - 1].height + 3 - 1e-9);
      }
    }
  }
}

TEST(BoxGrid, TheWholeIsAboutAsWideAsItShallBe) {
  const std::vector<BoxSize> boxes(400, BoxSize{10, 10});
  for (const double aspect : {0.5, 1.0, 1.5, 3.0}) {
    const BoxSize size = ArrangeGrid(boxes, 2, aspect).size;
    EXPECT_NEAR(size.width / size.height / aspect, 1, 0.2) << aspect;
  }
}

TEST(BoxGrid, NothingAndSizesThatAreNone) {
  EXPECT_EQ(ArrangeGrid({}, 3).size.width, 0);
  const BoxSize boxes[] = {{0, 0}, {std::numeric_limits<double>::quiet_NaN(), 5}, {-1, -1}};
  const BoxGrid grid = ArrangeGrid(boxes, 3);
  for (const PlanePoint& place : grid.place) EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
}

}  // namespace
}  // namespace ringscope::box_grid_test
