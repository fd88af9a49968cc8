#include "renderer/diagram/call_layers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace ringscope::call_columns_test {
namespace {

constexpr BoxGaps kGaps{8, 20};

BoxSize SizeOfAll(const CallLayers& columns, const std::vector<BoxSize>& boxes) {
  BoxSize all;
  for (size_t k = 0; k < boxes.size(); ++k) {
    all.width = std::max(all.width, columns.place[k].x + boxes[k].width);
    all.height = std::max(all.height, columns.place[k].y + boxes[k].height);
  }
  return all;
}

TEST(CallColumns, AWideGraphComesCloseToTheProportions) {
  std::mt19937 random(1);
  std::vector<BoxSize> boxes(600, BoxSize{100, 40});
  std::vector<BoxEdge> edges;
  for (uint32_t k = 1; k < boxes.size(); ++k)
    edges.push_back({static_cast<uint32_t>(random() % (1 + k / 6)), k, static_cast<double>(random() % 9)});
  for (const double aspect : {1.0, 1.6, 3.0}) {
    const BoxSize all = SizeOfAll(ArrangeCallColumns(boxes, edges, kGaps, aspect), boxes);
    EXPECT_NEAR(std::log(all.width / all.height / aspect), 0, 0.4) << aspect;
  }
}

TEST(CallColumns, WhatIsNarrowStandsInRows) {
  const std::vector<BoxSize> boxes(3, BoxSize{10, 10});
  const BoxEdge edges[] = {{0, 1, 5}, {0, 2, 3}};
  const CallLayers columns = ArrangeCallColumns(boxes, edges, kGaps);
  EXPECT_EQ(columns.place[1].y, columns.place[2].y);
  EXPECT_EQ(columns.place[0].x, (columns.place[1].x + columns.place[2].x) / 2);
  EXPECT_EQ(columns.below_top, (std::vector<double>{0, 0, 0}));
}

TEST(CallColumns, AnyGraph) {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const size_t count = 1 + random() % 40;
    std::vector<BoxSize> boxes;
    for (size_t k = 0; k < count; ++k)
      boxes.push_back({1.0 + static_cast<double>(random() % 30), 1.0 + static_cast<double>(random() % 30)});
    std::vector<BoxEdge> edges;
    for (size_t k = 0; k < count * 2; ++k) {
      edges.push_back({static_cast<uint32_t>(random() % count), static_cast<uint32_t>(random() % count),
                       1.0 * static_cast<double>(random() % 9)});
    }
    const CallLayers layers =
        ArrangeCallColumns(boxes, edges, kGaps, 0.5 + static_cast<double>(random() % 3));
    for (size_t k = 0; k < edges.size(); ++k) {
      const uint32_t from = edges[k].from, to = edges[k].to;
      if (layers.role[k] != EdgeRole::kTree && layers.role[k] != EdgeRole::kOther) continue;
      EXPECT_GE(layers.place[to].y - layers.below_top[to],
                layers.place[from].y + boxes[from].height + kGaps.below - 1e-9)
          << "the top of its column lies below its caller";
    }
    for (size_t a = 0; a < count; ++a) {
      EXPECT_GE(layers.place[a].x, -1e-9);
      for (size_t b = a + 1; b < count; ++b) {
        const PlanePoint p = layers.place[a], q = layers.place[b];
        ASSERT_TRUE(p.x + boxes[a].width <= q.x + 1e-6 || q.x + boxes[b].width <= p.x + 1e-6 ||
                    p.y + boxes[a].height <= q.y + 1e-6 || q.y + boxes[b].height <= p.y + 1e-6)
            << round;
      }
    }
  }
}

TEST(CallColumns, OneThatCallsManyALongPathAndNothing) {
  std::vector<BoxSize> boxes(50'001, BoxSize{10, 10});
  std::vector<BoxEdge> many, path;
  for (uint32_t k = 1; k < boxes.size(); ++k) {
    many.push_back({0, k, 1});
    path.push_back({k - 1, k, 1});
  }
  const BoxSize all = SizeOfAll(ArrangeCallColumns(boxes, many, kGaps), boxes);
  EXPECT_NEAR(std::log(all.width / all.height / 1.6), 0, 0.3);
  EXPECT_EQ(ArrangeCallColumns(boxes, path, kGaps).place.back().y, 50'000 * 30.0);
  EXPECT_TRUE(ArrangeCallColumns({}, {}, kGaps).place.empty());
}

}  // namespace
}  // namespace ringscope::call_columns_test
