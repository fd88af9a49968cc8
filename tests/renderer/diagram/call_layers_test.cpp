#include "renderer/diagram/call_layers.h"

#include <gtest/gtest.h>

#include <random>

namespace ringscope::call_layers_test {
namespace {

constexpr BoxGaps kGaps{4, 10};

TEST(CallLayers, ABoxStandsBelowAllItsCallersAndUnderTheDearest) {
  const std::vector<BoxSize> boxes(4, BoxSize{10, 10});
  const BoxEdge edges[] = {{0, 1, 5}, {0, 2, 3}, {1, 3, 1}, {2, 3, 9}, {1, 2, 1}};
  const CallLayers layers = ArrangeCalls(boxes, edges, kGaps);
  EXPECT_EQ(layers.parent, (std::vector<uint32_t>{kNoBox, 0, 0, 2}));
  EXPECT_EQ(layers.role, (std::vector<EdgeRole>{EdgeRole::kTree, EdgeRole::kTree, EdgeRole::kOther,
                                                EdgeRole::kTree, EdgeRole::kOther}));
  EXPECT_EQ(layers.place[2].y, 40) << "below 1, which calls it too";
  EXPECT_EQ(layers.place[3].y, 60);
}

TEST(CallLayers, CyclesAndLoops) {
  const std::vector<BoxSize> boxes(3, BoxSize{10, 10});
  const BoxEdge edges[] = {{0, 1, 5}, {1, 2, 3}, {2, 0, 1}, {1, 1, 1}, {0, 7, 1}};
  const CallLayers layers = ArrangeCalls(boxes, edges, kGaps);
  EXPECT_EQ(layers.role, (std::vector<EdgeRole>{EdgeRole::kTree, EdgeRole::kTree, EdgeRole::kBack,
                                                EdgeRole::kLoop, EdgeRole::kLoop}));
  EXPECT_EQ(layers.place[2].y, 40);
}

TEST(CallLayers, AnyGraph) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const size_t count = 1 + random() % 30;
    std::vector<BoxSize> boxes;
    for (size_t k = 0; k < count; ++k)
      boxes.push_back({1.0 + static_cast<double>(random() % 30), 1.0 + static_cast<double>(random() % 30)});
    std::vector<BoxEdge> edges;
    for (size_t k = 0; k < count * 2; ++k)
      edges.push_back({static_cast<uint32_t>(random() % count), static_cast<uint32_t>(random() % count),
                       1.0 * static_cast<double>(random() % 9)});
    const CallLayers layers = ArrangeCalls(boxes, edges, kGaps);
    for (size_t k = 0; k < edges.size(); ++k) {
      const uint32_t from = edges[k].from, to = edges[k].to;
      const EdgeRole role = layers.role[k];
      if (role == EdgeRole::kTree || role == EdgeRole::kOther) {
        EXPECT_GE(layers.place[to].y, layers.place[from].y + boxes[from].height + kGaps.below - 1e-9);
        EXPECT_NE(layers.parent[to], kNoBox);
      }
      if (role == EdgeRole::kTree) {
        EXPECT_EQ(layers.parent[to], from);
      }
    }
    for (size_t a = 0; a < count; ++a) {
      for (size_t b = a + 1; b < count; ++b) {
        const PlanePoint p = layers.place[a], q = layers.place[b];
        EXPECT_TRUE(p.x + boxes[a].width <= q.x + 1e-6 || q.x + boxes[b].width <= p.x + 1e-6 ||
                    p.y + boxes[a].height <= q.y + 1e-6 || q.y + boxes[b].height <= p.y + 1e-6);
      }
    }
  }
}

TEST(CallLayers, OneThatCallsMany) {
  const std::vector<BoxSize> boxes(50'001, BoxSize{10, 10});
  std::vector<BoxEdge> edges;
  for (uint32_t k = 1; k < boxes.size(); ++k) edges.push_back({0, k, 1});
  EXPECT_EQ(ArrangeCalls(boxes, edges, kGaps).place.back().y, 20);
}

TEST(CallLayers, ALongPath) {
  const std::vector<BoxSize> boxes(100'000, BoxSize{10, 10});
  std::vector<BoxEdge> edges;
  for (uint32_t k = 1; k < boxes.size(); ++k) edges.push_back({k - 1, k, 1});
  EXPECT_EQ(ArrangeCalls(boxes, edges, kGaps).place.back().y, 99'999 * 20.0);
}

}  // namespace
}  // namespace ringscope::call_layers_test
