#include "cct/query/sets/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "cct/query/sets/relatives.h"
#include "tests/cct/test_trees.h"

namespace ringscope::match_list_test {
namespace {

ContextSet RandomSet(const Cct& tree, uint64_t seed) {
  std::mt19937_64 random(seed);
  ContextSet set(tree.context_count());
  const uint64_t one_in = 1 + random() % 40;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (random() % one_in == 0) set.Insert(context);
  }
  return set;
}

std::vector<ContextId> Members(const ContextSet& set) {
  std::vector<ContextId> members;
  set.ForEachIn({0, set.context_count()}, [&](ContextId context) { members.push_back(context); });
  return members;
}

TEST(MatchList, NumbersMatchesInLevelOrder) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 3000});
    const ContextSet set = RandomSet(*tree, seed);
    const std::vector<ContextId> members = Members(set);
    const MatchList list(set);
    ASSERT_EQ(list.size(), members.size());
    for (uint32_t i = 0; i < list.size(); ++i) {
      ASSERT_EQ(list.At(i), members[i]);
      ASSERT_EQ(list.RankOf(members[i]), i);
    }
    for (ContextId context = 0; context < tree->context_count() + 5; context += 7) {
      const auto before = std::lower_bound(members.begin(), members.end(), context) - members.begin();
      ASSERT_EQ(list.RankOf(context), static_cast<uint32_t>(before));
    }
    for (uint32_t layer = 0; layer < tree->layer_count(); ++layer) {
      ASSERT_EQ(list.CountIn(tree->Layer(layer)), set.CountIn(tree->Layer(layer)));
    }
  }
}

TEST(MatchList, AnEmptyListHasNoRows) {
  EXPECT_TRUE(MatchList().empty());
  EXPECT_EQ(MatchList().RankOf(3), 0u);
  EXPECT_TRUE(MatchList(ContextSet(1000)).empty());
  EXPECT_EQ(MatchList(ContextSet(1000)).RankOf(999), 0u);
}

TEST(MatchList, TheSubtreesOfAViewRootAreCutOut) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 400});
    ContextSet set = RandomSet(*tree, seed);
    set.Insert(kRootContext);
    const auto root = static_cast<ContextId>(seed * 13 % tree->context_count());
    for (const ContextRange roots : {ContextRange{root, root + 1}, tree->ChildrenOf(root)}) {
      const ContextSet within = WithinSubtrees(*tree, set, roots);
      for (ContextId context = 0; context < tree->context_count(); ++context) {
        bool below = false;
        for (ContextId at = context; at != kNoContext; at = tree->ParentOf(at))
          below = below || roots.contains(at);
        ASSERT_EQ(within.contains(context), below && context != kRootContext && set.contains(context))
            << context;
      }
    }
  }
}

std::function<uint64_t(ContextId)> InclusiveOf(const CctPtr& tree, MetricIndex metric) {
  return [tree, metric](ContextId context) { return tree->Inclusive(context, metric); };
}

TEST(SortByValue, LargestFirstAndEqualOnesInLevelOrder) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 3000, .metrics = 2});
    const ContextSet set = RandomSet(*tree, seed);
    for (const MetricIndex metric : {0u, 1u}) {
      std::vector<ContextId> expected = Members(set);
      std::stable_sort(expected.begin(), expected.end(), [&](ContextId a, ContextId b) {
        return tree->Inclusive(a, metric) > tree->Inclusive(b, metric);
      });
      EXPECT_EQ(SortByValue(set, InclusiveOf(tree, metric)).value(), expected);
    }
  }
}

TEST(SortByValue, SortsTheLargestValues) {
  const CctPtr tree = test::TreeFromFolded("a 9223372036854775000\nb 1\nc 0\nd 500\n");
  ContextSet set(tree->context_count());
  set.InsertRange({1, tree->context_count()});
  EXPECT_EQ(SortByValue(set, InclusiveOf(tree, 0)).value(), (std::vector<ContextId>{1, 2, 3, 4}));
}

TEST(SortByValue, StopsWhenCancelled) {
  const CctPtr tree = test::WorkedExample();
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(SortByValue(ContextSet(tree->context_count()), InclusiveOf(tree, 0), &job).error().code,
            ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::match_list_test
