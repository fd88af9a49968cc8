#include "cct/transform/engine/flat_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::tree_part_test {
namespace {

// All contexts as a depth-first walk meets them, callees in their order.
std::vector<ContextId> Preorder(const Cct& tree) {
  std::vector<ContextId> order;
  std::vector<ContextId> rest{kRootContext};
  while (!rest.empty()) {
    const ContextId context = rest.back();
    rest.pop_back();
    order.push_back(context);
    const ContextRange callees = tree.ChildrenOf(context);
    for (ContextId callee = callees.end; callee-- > callees.begin;) rest.push_back(callee);
  }
  return order;
}

// How many contexts of the order stand before the end of the subtree at the end of the path.
size_t EndOf(const Cct& tree, const std::vector<ContextId>& order, const std::vector<ContextId>& path) {
  ContextId caller = kRootContext;
  for (const ContextId context : path) {
    EXPECT_TRUE(tree.ChildrenOf(caller).contains(context));
    caller = context;
  }
  const auto is_below = [&](ContextId context) {
    while (context > caller) context = tree.ParentOf(context);
    return context == caller;
  };
  const auto begin = std::find(order.begin(), order.end(), caller);
  return static_cast<size_t>(std::find_if_not(begin, order.end(), is_below) - order.begin());
}

void ExpectParts(const Cct& tree, uint32_t count, double most_off) {
  const std::vector<ContextId> order = Preorder(tree);
  const std::vector<TreePart> parts = SplitTree(FlattenTree(tree).value(), count);
  ASSERT_GE(parts.size(), 1u);
  ASSERT_LE(parts.size(), count);
  EXPECT_TRUE(parts.front().after.empty());
  EXPECT_TRUE(parts.back().until.empty());
  size_t begin = 0;
  for (size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) {
      EXPECT_EQ(parts[k].after, parts[k - 1].until);
      EXPECT_EQ(parts[k].after.size(), parts[1].after.size());
    }
    const size_t end = parts[k].until.empty() ? order.size() : EndOf(tree, order, parts[k].until);
    ASSERT_GT(end, begin);
    EXPECT_EQ(parts[k].context_count, end - begin);
    EXPECT_NEAR(static_cast<double>(end - begin), static_cast<double>(order.size()) / count,
                most_off * static_cast<double>(order.size()));
    begin = end;
  }
  EXPECT_EQ(begin, order.size());
}

TEST(TreePartTest, PartsFollowEachOtherAndMakeUpTheTree) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const double depth_bias = static_cast<double>(seed % 8) / 8;
    const CctPtr tree = test::RandomTree(seed, {.contexts = 400, .depth_bias = depth_bias});
    for (uint32_t count = 1; count < 8; ++count) ExpectParts(*tree, count, 1);
  }
}

TEST(TreePartTest, PartsOfABroadTreeAreAboutAsLarge) {
  const CctPtr tree = test::RandomTree(1, {.contexts = 5000, .depth_bias = 0.2});
  for (uint32_t count = 1; count < 6; ++count) {
    EXPECT_EQ(SplitTree(FlattenTree(*tree).value(), count).size(), count);
    ExpectParts(*tree, count, 0.1);
  }
}

TEST(TreePartTest, AChainIsOnePart) {
  const CctPtr tree = test::TreeFromFolded("a;b;c;d;e;f 1\n");
  EXPECT_EQ(SplitTree(FlattenTree(*tree).value(), 4).size(), 1u);
}

TEST(TreePartTest, ARootAloneIsOnePart) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const CctPtr tree = std::move(builder).Finish({}).value();
  const std::vector<TreePart> parts = SplitTree(FlattenTree(*tree).value(), 4);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].context_count, 1u);
}

}  // namespace
}  // namespace ringscope::tree_part_test
