#include "renderer/page/page_items.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

constexpr std::array<MetricIndex, 1> kFirst{0};

double ShareOf(const Cct& tree, ContextId context, MetricIndex metric) {
  return static_cast<double>(tree.Inclusive(context, metric)) / static_cast<double>(tree.Total(metric));
}

// Items tile the children of their context, and sums of all items that have none below them are the total.
void ExpectExact(const Cct& tree, const PageItems& items) {
  uint32_t next = 1;
  uint64_t contexts = 0;
  std::vector<uint64_t> sums(tree.metric_count(), 0);
  for (uint32_t item = 0; item < items.size(); ++item) {
    const ContextRange run = items.contexts[item];
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
      sums[metric] += items.is_rest[item] != 0 ? tree.Inclusive(run, metric) : tree.Self(run.begin, metric);
    if (items.is_rest[item] != 0) {
      EXPECT_EQ(items.child_count[item], 0u);
      continue;
    }
    ++contexts;
    ContextId covered = tree.ChildrenOf(run.begin).begin;
    for (uint32_t child = next; child < next + items.child_count[item]; ++child) {
      ASSERT_EQ(items.contexts[child].begin, covered);
      covered = items.contexts[child].end;
    }
    EXPECT_EQ(covered, tree.ChildrenOf(run.begin).end);
    next += items.child_count[item];
  }
  EXPECT_EQ(next, items.size());
  EXPECT_EQ(contexts, items.context_count);
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
    EXPECT_EQ(sums[metric], tree.Total(metric));
}

TEST(LargestContexts, AreThoseOfLargestInclusiveValue) {
  const CctPtr tree = test::RandomTree(7, {.contexts = 3000});
  const std::vector<ContextId> held = LargestContexts(*tree, kFirst, kRootContext, 200);
  ASSERT_EQ(held.size(), 200u);
  uint64_t least = UINT64_MAX;
  std::vector<bool> is_held(tree->context_count(), false);
  for (const ContextId context : held) {
    is_held[context] = true;
    least = std::min(least, tree->Inclusive(context, 0));
    if (context != kRootContext) {
      EXPECT_TRUE(is_held[tree->ParentOf(context)]) << "callers come first";
    }
  }
  for (ContextId context = 0; context < tree->context_count(); ++context) {
    if (!is_held[context]) {
      EXPECT_LE(tree->Inclusive(context, 0), least);
    }
  }
}

TEST(LargestContexts, AreLargeInAnyMetric) {
  const CctPtr tree = test::TreeFromFolded("a 100,1\nb 90,0\nc 80,0\nd 70,0\ne 1,50\n",
                                           {{"samples", "count", 1}, {"misses", "count", 1}});
  const std::vector<ContextId> held =
      LargestContexts(*tree, std::array<MetricIndex, 2>{0, 1}, kRootContext, 2);
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(tree->frames().name(tree->FrameOf(held[1])), "e");
}

TEST(LargestContexts, HoldThePathToTheRootAndPreferWhatIsBelowIt) {
  const CctPtr tree = test::TreeFromFolded("a;b 1000\na;c 900\nx;y;z 20\nx;y;w 10\nx;v 1\n");
  ContextId y = kNoContext;
  for (ContextId context = 1; context < tree->context_count(); ++context)
    if (tree->frames().name(tree->FrameOf(context)) == "y") y = context;
  ASSERT_NE(y, kNoContext);
  const std::vector<ContextId> held = LargestContexts(*tree, kFirst, y, 4);
  ASSERT_EQ(held.size(), 4u);
  EXPECT_EQ(held[2], y);
  EXPECT_LT(ShareOf(*tree, y, 0), 0.02);
}

TEST(ItemsOf, HoldAllSumsWhateverIsHeld) {
  const CctPtr tree = test::RandomTree(3, {.contexts = 2000, .metrics = 3});
  for (const uint32_t most : {1u, 2u, 17u, 400u, 5000u})
    ExpectExact(*tree, ItemsOf(*tree, LargestContexts(*tree, std::array<MetricIndex, 3>{0, 1, 2}, 0, most)));
}

TEST(ItemsOf, OfAllContextsHasNoRests) {
  const CctPtr tree = test::WorkedExample();
  const PageItems items = ItemsOf(*tree, LargestContexts(*tree, kFirst, kRootContext, 1000));
  EXPECT_EQ(items.size(), tree->context_count());
  EXPECT_EQ(items.context_count, tree->context_count());
  EXPECT_EQ(std::count(items.is_rest.begin(), items.is_rest.end(), 1), 0);
}

TEST(ItemsOf, KnowHowDeepTheTreeIsBelowARest) {
  const CctPtr tree = test::TreeFromFolded("a 100\nb;c;d;e 10\nb;f 1\ng 2\n");
  const PageItems items = ItemsOf(*tree, LargestContexts(*tree, kFirst, kRootContext, 2));
  ASSERT_EQ(items.size(), 3u);  // the root, a, and the rest of b and g
  EXPECT_EQ(items.contexts[2].size(), 2u);
  EXPECT_EQ(items.layers_below[2], 3u);
}

}  // namespace
}  // namespace ringscope
