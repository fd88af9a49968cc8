#include "renderer/diagram/tidy_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace ringscope::tidy_tree_test {
namespace {

constexpr BoxGaps kGaps{4, 10};
constexpr double kRounding = 1e-6;

BoxTree RandomTree(std::mt19937& random, size_t count, size_t most_callees) {
  BoxTree tree;
  std::vector<size_t> callees(count, 0);
  for (size_t k = 0; k < count; ++k) {
    uint32_t parent = kNoBox;
    for (int tries = 0; k > 0 && tries < 20; ++tries) {
      parent = static_cast<uint32_t>(random() % k);
      if (callees[parent] < most_callees) break;
    }
    if (parent != kNoBox) ++callees[parent];
    tree.parent.push_back(parent);
    tree.size.push_back({5.0 + static_cast<double>(random() % 60), 5.0 + static_cast<double>(random() % 90)});
  }
  return tree;
}

bool Overlap(const BoxTree& tree, const std::vector<PlanePoint>& at, size_t a, size_t b) {
  const auto apart = [](double a_begin, double a_end, double b_begin, double b_end) {
    return a_end <= b_begin + kRounding || b_end <= a_begin + kRounding;
  };
  return !apart(at[a].x, at[a].x + tree.size[a].width, at[b].x, at[b].x + tree.size[b].width) &&
         !apart(at[a].y, at[a].y + tree.size[a].height, at[b].y, at[b].y + tree.size[b].height);
}

std::vector<std::vector<uint32_t>> ChildrenOf(const BoxTree& tree) {
  std::vector<std::vector<uint32_t>> children(tree.size.size());
  for (uint32_t k = 0; k < tree.size.size(); ++k) {
    if (tree.parent[k] != kNoBox) children[tree.parent[k]].push_back(k);
  }
  return children;
}

double WidthOf(const BoxTree& tree, const std::vector<PlanePoint>& at) {
  double width = 0;
  for (size_t k = 0; k < at.size(); ++k) width = std::max(width, at[k].x + tree.size[k].width);
  return width;
}

// Each subtree as far to the left as the boxes of those before it allow, box against box; its parent in the
// middle.
double SlowWidth(const BoxTree& tree) {
  const auto children = ChildrenOf(tree);
  std::vector<double> x(tree.size.size(), 0), y(tree.size.size(), 0);
  for (size_t k = 0; k < x.size(); ++k)
    y[k] = tree.parent[k] == kNoBox ? 0 : y[tree.parent[k]] + tree.size[tree.parent[k]].height + kGaps.below;
  std::function<void(uint32_t, std::vector<uint32_t>&)> collect = [&](uint32_t box,
                                                                      std::vector<uint32_t>& all) {
    all.push_back(box);
    for (const uint32_t child : children[box]) collect(child, all);
  };
  std::function<void(uint32_t)> place = [&](uint32_t box) {
    std::vector<uint32_t> placed;
    for (const uint32_t child : children[box]) {
      place(child);
      std::vector<uint32_t> moved;
      collect(child, moved);
      double by = placed.empty() ? 0 : -std::numeric_limits<double>::infinity();
      for (const uint32_t a : placed) {
        for (const uint32_t b : moved) {
          if (y[a] < y[b] + tree.size[b].height + kGaps.below &&
              y[b] < y[a] + tree.size[a].height + kGaps.below)
            by = std::max(by, x[a] + tree.size[a].width + kGaps.beside - x[b]);
        }
      }
      for (const uint32_t b : moved) x[b] += by;
      placed.insert(placed.end(), moved.begin(), moved.end());
    }
    if (children[box].empty()) return;
    const uint32_t first = children[box].front(), last = children[box].back();
    x[box] = (x[first] + x[last] + tree.size[last].width) / 2 - tree.size[box].width / 2;
  };
  place(0);
  double least = x[0], most = 0;
  for (const double one : x) least = std::min(least, one);
  for (size_t k = 0; k < x.size(); ++k) most = std::max(most, x[k] + tree.size[k].width - least);
  return most;
}

TEST(TidyTree, NothingOverlapsCallersStandAboveTheMiddleOfTheirCallees) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 80, 1 + random() % 8);
    const std::vector<PlanePoint> at = ArrangeTree(tree, kGaps);
    for (size_t a = 0; a < at.size(); ++a) {
      for (size_t b = a + 1; b < at.size(); ++b)
        ASSERT_FALSE(Overlap(tree, at, a, b)) << round << ": " << a << ", " << b;
    }
    const auto children = ChildrenOf(tree);
    for (size_t k = 0; k < at.size(); ++k) {
      if (children[k].empty()) continue;
      double before = -std::numeric_limits<double>::infinity();
      for (const uint32_t child : children[k]) {
        ASSERT_GE(at[child].y, at[k].y + tree.size[k].height + kGaps.below - kRounding);
        ASSERT_GT(at[child].x, before) << "order is kept";
        before = at[child].x;
      }
      const uint32_t first = children[k].front(), last = children[k].back();
      EXPECT_NEAR(at[k].x + tree.size[k].width / 2, (at[first].x + at[last].x + tree.size[last].width) / 2,
                  kRounding);
    }
  }
}

// That each subtree goes as far to the left as it can is not always the narrowest picture, nor is the mean of
// both ways.
TEST(TidyTree, IsAboutAsNarrowAsASlowReference) {
  std::mt19937 random(2);
  double all = 0, all_slow = 0;
  for (int round = 0; round < 300; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 40, 2 + random() % 4);
    const double width = WidthOf(tree, ArrangeTree(tree, kGaps)), slow = SlowWidth(tree);
    EXPECT_LE(width, 1.2 * slow) << round;
    all += width;
    all_slow += slow;
  }
  EXPECT_LE(all, 1.02 * all_slow);
}

TEST(TidyTree, AMirroredTreeGivesTheMirroredPicture) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 60, 5);
    // The same boxes with siblings in the other order: walked from the root, layer by layer.
    const auto children = ChildrenOf(tree);
    std::vector<uint32_t> order{0};
    BoxTree mirrored;
    std::vector<uint32_t> number(tree.size.size());
    for (size_t k = 0; k < order.size(); ++k) {
      number[order[k]] = static_cast<uint32_t>(k);
      mirrored.size.push_back(tree.size[order[k]]);
      mirrored.parent.push_back(k == 0 ? kNoBox : number[tree.parent[order[k]]]);
      order.insert(order.end(), children[order[k]].rbegin(), children[order[k]].rend());
    }
    const auto at = ArrangeTree(tree, kGaps), reflected = ArrangeTree(mirrored, kGaps);
    const double width = WidthOf(tree, at);
    EXPECT_NEAR(width, WidthOf(mirrored, reflected), kRounding);
    for (size_t k = 0; k < at.size(); ++k) {
      EXPECT_NEAR(at[k].x + tree.size[k].width, width - reflected[number[k]].x, kRounding);
      EXPECT_EQ(at[k].y, reflected[number[k]].y);
    }
  }
}

TEST(TidyTree, SmallTrees) {
  EXPECT_TRUE(ArrangeTree({}, kGaps).empty());
  const auto one = ArrangeTree({{kNoBox}, {{10, 20}}, {}}, kGaps);
  EXPECT_EQ(one[0], (PlanePoint{0, 0}));
  const auto three = ArrangeTree({{kNoBox, 0, 0}, {{10, 20}, {10, 5}, {10, 5}}, {}}, kGaps);
  EXPECT_EQ(three[0], (PlanePoint{7, 0}));
  EXPECT_EQ(three[1], (PlanePoint{0, 30}));
  EXPECT_EQ(three[2], (PlanePoint{14, 30}));
}

TEST(TidyTree, BoxesBeginWhereTheyShallAtLeast) {
  const auto at =
      ArrangeTree({{kNoBox, 0, 0, 1}, {{10, 20}, {10, 5}, {10, 5}, {10, 5}}, {0, 0, 100, 10}}, kGaps);
  EXPECT_EQ(at[1].y, 30);
  EXPECT_EQ(at[2].y, 100);
  EXPECT_EQ(at[3].y, 45) << "not above the bottom of its parent";
}

TEST(TidyTree, SeveralRootsAndWhatIsNoTree) {
  const BoxTree tree{{kNoBox, kNoBox, 7, 3}, {{10, 10}, {10, 10}, {10, 10}, {10, 10}}, {}};
  const auto at = ArrangeTree(tree, kGaps);
  for (size_t a = 0; a < at.size(); ++a) {
    EXPECT_EQ(at[a].y, 0) << "a parent behind its child is none";
    for (size_t b = a + 1; b < at.size(); ++b) EXPECT_FALSE(Overlap(tree, at, a, b));
  }
}

TEST(TidyTree, SizesThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinite = std::numeric_limits<double>::infinity();
  const auto at = ArrangeTree({{kNoBox, 0, 0, 0}, {{nan, nan}, {-5, 3}, {infinite, 1}, {0, 0}}, {}}, kGaps);
  for (const PlanePoint& place : at) {
    EXPECT_TRUE(std::isfinite(place.x));
    EXPECT_TRUE(std::isfinite(place.y));
  }
}

TEST(TidyTree, DeepAndWideTrees) {
  BoxTree path, wide;
  for (uint32_t k = 0; k < 100'000; ++k) {
    path.parent.push_back(k == 0 ? kNoBox : k - 1);
    wide.parent.push_back(k == 0 ? kNoBox : 0);
    path.size.push_back({10, 10});
    wide.size.push_back({10, 10.0 + k % 7});
  }
  const auto down = ArrangeTree(path, kGaps);
  EXPECT_EQ(down.back(), (PlanePoint{0, 99'999 * 20.0}));
  const auto across = ArrangeTree(wide, kGaps);
  EXPECT_NEAR(across.back().x - across[1].x, 99'998 * 14.0, 1e-3);
}

}  // namespace
}  // namespace ringscope::tidy_tree_test
