#include "renderer/shapes/shape_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ringscope::chart_test::box_index_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

// Slow, obvious.
std::vector<uint32_t> BoxesThatTouch(const std::vector<PlaneBox>& boxes, const PlaneBox& area) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < boxes.size(); ++i) {
    const PlaneBox& box = boxes[i];
    const bool is_box = box.left <= box.right && box.top <= box.bottom;
    const bool apart =
        box.right < area.left || box.left > area.right || box.bottom < area.top || box.top > area.bottom;
    if (is_box && !apart) found.push_back(i);
  }
  return found;
}

PlaneBox BoundsOf(const std::vector<PlaneBox>& boxes) {
  PlaneBox all;
  for (const PlaneBox& box : boxes) all.Add(box);
  return all;
}

void ExpectFindsAll(const std::vector<PlaneBox>& boxes, std::mt19937& random) {
  const BoxIndex index(boxes);
  EXPECT_EQ(index.bounds(), BoundsOf(boxes));
  std::uniform_real_distribution<double> place(-12, 12), length(0, 6);
  std::vector<PlaneBox> areas = {{-kInfinity, -kInfinity, kInfinity, kInfinity},
                                 {-20, -20, 20, 20},
                                 {100, 100, 101, 101},
                                 {3, 3, 3, 3},
                                 {}};
  for (int i = 0; i < 30; ++i) {
    const double x = place(random), y = place(random);
    areas.push_back({x, y, x + length(random), y + length(random)});
  }
  std::vector<uint32_t> found;
  for (const PlaneBox& area : areas) {
    index.Find(area, found);
    const std::vector<uint32_t> touching = BoxesThatTouch(boxes, area);
    ASSERT_EQ(found, touching) << boxes.size() << " boxes, area from " << area.left;
    ASSERT_EQ(index.Last(area), touching.empty() ? std::nullopt : std::optional(touching.back()));
  }
}

TEST(BoxIndexTest, FindsWhatTheSlowSearchFinds) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-10, 10);
  std::exponential_distribution<double> length(3);
  for (const size_t count : {0u, 1u, 2u, 15u, 16u, 17u, 64u, 65u, 255u, 256u, 257u, 3000u, 5000u}) {
    std::vector<PlaneBox> boxes;
    for (size_t i = 0; i < count; ++i) {
      const double x = place(random), y = place(random);
      boxes.push_back({x, y, x + length(random), y + length(random)});
    }
    ExpectFindsAll(boxes, random);
  }
}

TEST(BoxIndexTest, FindsAmongOutliersAndDegenerateBoxes) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> place(-10, 10);
  std::vector<PlaneBox> boxes = {{-1e308, -1e308, 1e308, 1e308},
                                 {-kInfinity, 0, kInfinity, 0},
                                 {1e307, 1e307, 1e308, kInfinity},
                                 {5, -kInfinity, 5, kInfinity}};
  for (int i = 0; i < 400; ++i) {
    const double x = place(random), y = place(random);
    boxes.push_back({x, y, x, y});
    boxes.push_back({1, 1, 1, 1});
    boxes.push_back({x, y, x - 1, y + 1});  // empty
    boxes.push_back({kNan, y, x, y});
    boxes.push_back({x, y, x, kNan});
    boxes.push_back({x, -1e300, x + 1e-9, 1e300});
  }
  ExpectFindsAll(boxes, random);
  ExpectFindsAll(std::vector<PlaneBox>(1000), random);
}

TEST(BoxIndexTest, OfNeighboursThatLieTogetherTheLastOneStandsForAll) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-100, 100);
  std::vector<PlaneBox> boxes;
  for (int i = 0; i < 20'000; ++i) {
    const double x = place(random), y = place(random);
    boxes.push_back({x, y, x + 0.1, y + 0.1});
  }
  const BoxIndex index(boxes);
  const PlaneBox area{-60, -60, 60, 60};
  std::vector<uint32_t> all, merged;
  index.Find(area, all);
  const auto hides = [](uint32_t box) { return box % 5 != 0; };
  index.FindMerged(area, {8, 8, hides}, merged);
  EXPECT_LT(merged.size(), all.size() / 3);
  EXPECT_TRUE(std::is_sorted(merged.begin(), merged.end()));
  // Each that is found is found itself, or lies no further than that from one that hides it.
  for (const uint32_t box : all) {
    const bool is_shown = std::any_of(merged.begin(), merged.end(), [&](uint32_t other) {
      return other == box ||
             (other > box && hides(other) && std::abs(boxes[other].left - boxes[box].left) <= 8 &&
              std::abs(boxes[other].top - boxes[box].top) <= 8);
    });
    ASSERT_TRUE(is_shown) << box;
  }
  index.FindMerged(area, {8, 8, [](uint32_t) { return false; }}, merged);
  EXPECT_EQ(merged, all) << "nothing hides";
  index.FindMerged(area, {0.01, 0.01, hides}, merged);
  EXPECT_EQ(merged, all) << "nothing lies together";
}

TEST(BoxIndexTest, NoneThatIsLargeIsLeftOut) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> place(-100, 100), length(0, 3);
  std::vector<PlaneBox> boxes;
  for (int i = 0; i < 5'000; ++i) {
    const double x = place(random), y = place(random);
    boxes.push_back({x, y, x + length(random), y + length(random)});
  }
  for (int i = 0; i < 5'000; ++i) boxes.push_back({50, 50, 50.1, 50.1});
  std::vector<uint32_t> all, large;
  const BoxIndex index(boxes);
  const PlaneBox area{-80, -80, 80, 80};
  index.Find(area, all);
  index.FindLarge(area, 2, 1, large);
  EXPECT_LT(large.size(), 5'100u);
  EXPECT_TRUE(std::includes(all.begin(), all.end(), large.begin(), large.end()));
  for (const uint32_t box : all) {
    if (boxes[box].right - boxes[box].left < 2 || boxes[box].bottom - boxes[box].top < 1) continue;
    EXPECT_TRUE(std::binary_search(large.begin(), large.end(), box));
  }
}

}  // namespace
}  // namespace ringscope::chart_test::box_index_test
