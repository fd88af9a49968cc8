#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "renderer/diagram/diagram.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope::tree_columns_test {
namespace {

constexpr BoxGaps kGaps{8, 20};
constexpr double kRounding = 1e-6;

BoxTree RandomTree(std::mt19937& random, size_t count, uint32_t breadth) {
  BoxTree tree;
  for (uint32_t k = 0; k < count; ++k) {
    tree.parent.push_back(k == 0 ? kNoBox : static_cast<uint32_t>(random() % std::min(k, 1 + k / breadth)));
    tree.size.push_back({5.0 + static_cast<double>(random() % 60), 5.0 + static_cast<double>(random() % 90)});
  }
  return tree;
}

std::vector<std::vector<uint32_t>> ChildrenOf(const BoxTree& tree) {
  std::vector<std::vector<uint32_t>> children(tree.size.size());
  for (uint32_t k = 0; k < tree.size.size(); ++k) {
    if (tree.parent[k] != kNoBox) children[tree.parent[k]].push_back(k);
  }
  return children;
}

BoxSize SizeOfAll(const BoxTree& tree, const TreeColumns& columns) {
  BoxSize all;
  for (size_t k = 0; k < tree.size.size(); ++k) {
    all.width = std::max(all.width, columns.place[k].x + tree.size[k].width);
    all.height = std::max(all.height, columns.place[k].y + tree.size[k].height);
  }
  return all;
}

PlaneBox AreaOf(const BoxTree& tree, const TreeColumns& columns, uint32_t box) {
  const PlanePoint at = columns.place[box];
  return {at.x, at.y, at.x + tree.size[box].width, at.y + tree.size[box].height};
}

bool Meet(const PlaneBox& a, const PlaneBox& b) {
  return a.left + kRounding < b.right && b.left + kRounding < a.right && a.top + kRounding < b.bottom &&
         b.top + kRounding < a.bottom;
}

std::vector<const ColumnSeat*> SeatsOf(const TreeColumns& columns) {
  std::vector<const ColumnSeat*> seats(columns.place.size(), nullptr);
  for (const ColumnSeat& seat : columns.seats) seats[seat.box] = &seat;
  return seats;
}

TEST(TreeColumns, NothingOverlapsCallersStandAboveTheirCallees) {
  std::mt19937 random(1);
  size_t seated = 0;
  for (int round = 0; round < 300; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 120, 1 + random() % 8);
    const TreeColumns columns = ArrangeTreeInColumns(tree, kGaps, 0.5 + static_cast<double>(random() % 4));
    const auto seats = SeatsOf(columns);
    seated += columns.seats.size();
    for (uint32_t a = 0; a < tree.size.size(); ++a) {
      for (uint32_t b = a + 1; b < tree.size.size(); ++b)
        ASSERT_FALSE(Meet(AreaOf(tree, columns, a), AreaOf(tree, columns, b)))
            << round << ": " << a << ", " << b;
      if (tree.parent[a] == kNoBox) continue;
      // Columns begin where a row would.
      const double below_top = seats[a] == nullptr ? 0 : seats[a]->below_top;
      EXPECT_NEAR(columns.place[a].y - below_top, AreaOf(tree, columns, tree.parent[a]).bottom + kGaps.below,
                  kRounding);
    }
  }
  EXPECT_GT(seated, 5'000u);
}

TEST(TreeColumns, LinesOfColumnsMeetNoBox) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 120, 1 + random() % 8);
    const TreeColumns columns = ArrangeTreeInColumns(tree, kGaps, 1.6);
    for (const ColumnSeat& seat : columns.seats) {
      const PlanePoint at = columns.place[seat.box];
      const double middle = at.y + tree.size[seat.box].height / 2;
      const PlaneBox down{seat.line_x - kRounding, at.y - seat.below_top, seat.line_x + kRounding, middle};
      EXPECT_LT(seat.line_x, at.x);
      for (uint32_t box = 0; box < tree.size.size(); ++box)
        EXPECT_FALSE(Meet(down, AreaOf(tree, columns, box))) << round;
    }
  }
}

// From the top of a column down, then on at the top of the next one.
TEST(TreeColumns, OrderIsKept) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 120, 1 + random() % 8);
    const TreeColumns columns = ArrangeTreeInColumns(tree, kGaps, 1.6);
    const auto seats = SeatsOf(columns);
    for (const std::vector<uint32_t>& children : ChildrenOf(tree)) {
      for (size_t k = 1; k < children.size(); ++k) {
        const uint32_t before = children[k - 1], box = children[k];
        if (seats[box] != nullptr && seats[box]->above != kNoBox) {
          EXPECT_EQ(seats[box]->above, before);
          EXPECT_EQ(seats[box]->line_x, seats[before]->line_x);
          EXPECT_GT(columns.place[box].y, columns.place[before].y + tree.size[before].height);
        } else {
          const double left = seats[box] == nullptr ? columns.place[box].x : seats[box]->line_x;
          EXPECT_GT(left + kRounding, columns.place[before].x + tree.size[before].width);
        }
      }
    }
  }
}

TEST(TreeColumns, AWideTreeComesCloseToTheProportions) {
  std::mt19937 random(4);
  for (const double aspect : {1.0, 1.6, 3.0}) {
    double sum = 0;
    for (int round = 0; round < 20; ++round) {
      const BoxTree tree = RandomTree(random, 3'000, 6);
      const BoxSize all = SizeOfAll(tree, ArrangeTreeInColumns(tree, kGaps, aspect));
      EXPECT_LT(std::abs(std::log(all.width / all.height / aspect)), 1.2) << all.width << " x " << all.height;
      sum += std::log(all.width / all.height / aspect);
    }
    EXPECT_LT(std::abs(sum / 20), 0.5) << aspect;
  }
}

TEST(TreeColumns, WhatIsNarrowStandsInRows) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    const BoxTree tree = RandomTree(random, 2 + random() % 40, 3);
    const TreeColumns columns = ArrangeTreeInColumns(tree, kGaps, 1e6);
    EXPECT_TRUE(columns.seats.empty());
    EXPECT_EQ(columns.place, ArrangeTree(tree, kGaps));
  }
}

TEST(TreeColumns, ColumnsAreForStripsThatCannotBeRead) {
  const auto fan = [](uint32_t callees) {
    BoxTree tree;
    for (uint32_t k = 0; k <= callees; ++k) {
      tree.parent.push_back(k == 0 ? kNoBox : 0);
      tree.size.push_back({100, 20});
    }
    return tree;
  };
  EXPECT_TRUE(ArrangeTreeToRead(fan(12), kGaps).seats.empty()) << "flat, but all of it can be read";
  EXPECT_EQ(ArrangeTreeToRead(fan(12), kGaps).place, ArrangeTree(fan(12), kGaps));
  const TreeColumns columns = ArrangeTreeToRead(fan(400), kGaps);
  EXPECT_GT(columns.seats.size(), 390u);
  const BoxSize all = SizeOfAll(fan(400), columns);
  EXPECT_NEAR(std::log(all.width / all.height / 1.6), 0, 0.4);
  BoxTree high = fan(400);
  high.size[1].height = 20'000;
  EXPECT_TRUE(ArrangeTreeToRead(high, kGaps).seats.empty()) << "as high as wide";
}

std::vector<BoxStand> KeptOf(const TreeColumns& columns) {
  std::vector<BoxStand> kept(columns.place.size(), BoxStand::kBegins);
  for (const ColumnSeat& seat : columns.seats) {
    if (seat.above != kNoBox) kept[seat.box] = BoxStand::kBelow;
  }
  return kept;
}

TEST(TreeColumns, WhatStoodInAColumnKeepsIt) {
  std::mt19937 random(6);
  for (int round = 0; round < 50; ++round) {
    BoxTree tree = RandomTree(random, 200, 5);
    const TreeColumns before = ArrangeTreeInColumns(tree, kGaps, 1.6);
    std::vector<BoxStand> kept = KeptOf(before);
    EXPECT_EQ(ArrangeTreeInColumns(tree, kGaps, 1.6, kept).place, before.place);
    // A box without callees gets many.
    const auto children = ChildrenOf(tree);
    uint32_t leaf = 0;
    while (!children[leaf].empty()) leaf = static_cast<uint32_t>(random() % 200);
    for (int k = 0; k < 30; ++k) {
      tree.parent.push_back(leaf);
      tree.size.push_back({50, 10});
      kept.push_back(BoxStand::kFree);
    }
    const TreeColumns after = ArrangeTreeToRead(tree, kGaps, kept);
    const auto seats = SeatsOf(after), seats_before = SeatsOf(before);
    size_t new_ones = 0;
    for (uint32_t box = 0; box < tree.size.size(); ++box) {
      if (box < 200) {
        ASSERT_EQ(seats[box] == nullptr, seats_before[box] == nullptr);
        if (seats[box] != nullptr) {
          EXPECT_EQ(seats[box]->above, seats_before[box]->above);
        }
      } else {
        new_ones += seats[box] != nullptr ? 1 : 0;
      }
    }
    EXPECT_GT(new_ones, 20u) << "new ones stand in columns of their own";
    for (uint32_t a = 0; a < tree.size.size(); ++a) {
      for (uint32_t b = a + 1; b < tree.size.size(); ++b)
        ASSERT_FALSE(Meet(AreaOf(tree, after, a), AreaOf(tree, after, b)));
    }
  }
}

// A line beside a column is drawn once, whatever the number of its boxes.
TEST(TreeColumns, EdgesShareTheirLine) {
  BoxTree tree{{kNoBox}, {{100, 20}}, {}};
  Diagram diagram;
  for (uint32_t k = 1; k <= 400; ++k) {
    tree.parent.push_back(0);
    tree.size.push_back({100, 20});
    diagram.edges.push_back({0, k, {}, 1});
  }
  const TreeColumns columns = ArrangeTreeToRead(tree, kGaps);
  for (size_t k = 0; k < tree.size.size(); ++k) {
    DiagramBox& box = diagram.boxes.emplace_back();
    box.place = columns.place[k];
    box.size = tree.size[k];
  }
  double highest = 0;
  for (const ColumnSeat& seat : columns.seats) {
    diagram.boxes[seat.box].edges_by = PlanePoint{seat.line_x - columns.place[seat.box].x, -seat.below_top};
    highest = std::max(highest, seat.below_top + 10);
  }
  const auto downwards = [](const ShapeBatch& batch) {
    std::map<double, double> drawn;
    for (const auto& line : batch.lines) {
      if (std::abs(line.x - line.end_x) < kRounding) drawn[line.x] += std::abs(line.end_y - line.y);
    }
    return drawn;
  };
  for (const auto& [x, length] : downwards(ShapesOf(diagram))) EXPECT_LE(length, highest + kRounding) << x;
  // Of one edge alone all of it.
  const ColumnSeat& last = columns.seats.back();
  ShapeBatch alone;
  AddEdgeShapes(diagram, diagram.edges[last.box - 1], alone);
  EXPECT_NEAR(downwards(alone).begin()->second, last.below_top + 10, kRounding);
}

TEST(TreeColumns, NothingPathsWideTreesAndSizesThatAreNone) {
  EXPECT_TRUE(ArrangeTreeInColumns({}, kGaps, 1.6).place.empty());
  BoxTree path, wide;
  for (uint32_t k = 0; k < 100'000; ++k) {
    path.parent.push_back(k == 0 ? kNoBox : k - 1);
    wide.parent.push_back(k == 0 ? kNoBox : 0);
    path.size.push_back({10, 10});
    wide.size.push_back({10, 10});
  }
  EXPECT_EQ(ArrangeTreeInColumns(path, kGaps, 1.6).place.back(), (PlanePoint{0, 99'999 * 30.0}));
  const BoxSize all = SizeOfAll(wide, ArrangeTreeInColumns(wide, kGaps, 1.6));
  EXPECT_NEAR(std::log(all.width / all.height / 1.6), 0, 0.3);
  const double nan = std::nan("");
  for (const BoxGaps& gaps : {kGaps, BoxGaps{0, 0}}) {
    for (const PlanePoint& place :
         ArrangeTreeInColumns({{kNoBox, 0, 0, 0, 0}, {{nan, nan}, {-5, 3}, {1e300, 1}, {0, 0}, {0, 0}}, {}},
                              gaps, 1.6)
             .place) {
      EXPECT_TRUE(std::isfinite(place.x));
      EXPECT_TRUE(std::isfinite(place.y));
    }
  }
}

}  // namespace
}  // namespace ringscope::tree_columns_test
