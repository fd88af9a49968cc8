#include "cct/query/sets/search.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "cct/query/sets/select.h"
#include "tests/cct/test_trees.h"

namespace ringscope::search_test {
namespace {

constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

FrameMatches Match(const Cct& tree, std::string_view word) {
  Query query;
  if (!word.empty()) query.nodes.push_back({.op = QueryOp::kText, .text = std::string(word)});
  return MatchFrames(tree.frames(), FunctionIndex(tree.frames()), query).value();
}

MatchTotals Count(const Cct& tree, std::string_view query, ContextRange roots = kWholeTree,
                  MetricIndex metric = 0) {
  const FunctionIndex functions(tree.frames());
  return CountMatches(tree, functions, Match(tree, query), roots, metric).value();
}

// The same matches as a set of contexts.
ContextSet AsSet(const Cct& tree, const FrameMatches& matches) {
  ContextSet set(tree.context_count());
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (matches.contains(tree.FrameOf(context))) set.Insert(context);
  }
  return set;
}

// The same by walking to the root from every context.
MatchTotals CountSlowly(const Cct& tree, const ContextSet& matches, ContextRange roots, MetricIndex metric) {
  MatchTotals totals;
  const FunctionIndex functions(tree.frames());
  std::set<FunctionId> seen;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!matches.contains(context)) continue;
    bool below_roots = false;
    bool nested = false;
    for (ContextId at = context; at != kNoContext; at = tree.ParentOf(at)) {
      if (at != context && at != kRootContext && matches.contains(at)) nested = true;
      if (roots.contains(at)) {
        below_roots = true;
        break;
      }
    }
    if (!below_roots) continue;
    ++totals.contexts;
    totals.self += tree.Self(context, metric);
    if (!nested) totals.inclusive += tree.Inclusive(context, metric);
    seen.insert(functions.FunctionOf(tree.FrameOf(context)));
  }
  totals.functions = seen.size();
  return totals;
}

TEST(MatchFramesTest, LowerCaseQueriesIgnoreCaseAndUpperCaseOnesDoNot) {
  const CctPtr tree = test::TreeFromFolded("Parse 3\nparseAll 2\nreparse 1\n");
  EXPECT_EQ(Match(*tree, "parse").frame_count, 3u);
  EXPECT_EQ(Match(*tree, "Parse").frame_count, 1u);
  EXPECT_EQ(Match(*tree, "parsea").frame_count, 1u);
  EXPECT_EQ(Match(*tree, "PARSE").frame_count, 0u);
}

TEST(MatchFramesTest, AnEmptyQueryMatchesNothing) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_TRUE(Match(*tree, "").empty());
  EXPECT_EQ(Count(*tree, ""), MatchTotals{});
}

TEST(MatchFramesTest, BytesThatAreNoTextAreComparedAsTheyAre) {
  const CctPtr tree = test::TreeFromFolded("a\xff\x01z 1\n\xc3\xa9t\xc3\xa9 1\n");
  EXPECT_EQ(Match(*tree, "\xff\x01").frame_count, 1u);
  EXPECT_EQ(Match(*tree, "\xc3\xa9").frame_count, 1u);
}

TEST(MatchFramesTest, FrameIdsOutsideTheTableNeverMatch) {
  const CctPtr tree = test::TreeFromFolded("a 1\n");
  const FrameMatches matches = Match(*tree, "a");
  EXPECT_FALSE(matches.contains(tree->frames().size()));
  EXPECT_FALSE(matches.contains(0xffffffffu));
}

TEST(CountMatchesTest, NestedMatchesCountOnce) {
  const CctPtr tree = test::WorkedExample();
  // f/g 490 (with f/g/g inside), g 490 (with g/g inside): four contexts, self 180 + 90 + 180 + 90.
  EXPECT_EQ(Count(*tree, "g"), (MatchTotals{1, 4, 540, 980}));
  // "main" holds everything else that matches nothing.
  EXPECT_EQ(Count(*tree, "main"), (MatchTotals{1, 1, 1066, 3238}));
}

TEST(CountMatchesTest, OnlyTheViewRootsSubtreeCounts) {
  const CctPtr tree = test::WorkedExample();
  const ContextId main = 1;
  const ContextId f = tree->ChildrenOf(main).begin;
  ASSERT_EQ(tree->FrameAt(f).name, "f");
  EXPECT_EQ(Count(*tree, "g", {f, f + 1}), (MatchTotals{1, 2, 270, 490}));
  // An opened run: h and g, the siblings of f.
  EXPECT_EQ(Count(*tree, "g", {f + 1, f + 3}), (MatchTotals{1, 2, 270, 490}));
  // The view root itself may match.
  EXPECT_EQ(Count(*tree, "f", {f, f + 1}), (MatchTotals{1, 1, 180, 890}));
}

TEST(CountMatchesTest, AgreesWithAWalkFromEveryContext) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    test::RandomTreeOptions options;
    options.contexts = 400;
    options.frames = 30;
    options.metrics = 2;
    options.depth_bias = static_cast<double>(seed % 10) / 10;
    const CctPtr tree = test::RandomTree(seed, options);
    const FunctionIndex functions(tree->frames());
    for (const std::string_view query : {"1", "2", "f", "9", "nothing"}) {
      const FrameMatches matches = Match(*tree, query);
      const auto root = static_cast<ContextId>(seed * 7 % tree->context_count());
      for (const ContextRange roots : {kWholeTree, ContextRange{root, root + 1}, tree->ChildrenOf(root)}) {
        for (const MetricIndex metric : {0u, 1u}) {
          const ContextSet set = AsSet(*tree, matches);
          const MatchTotals expected = CountSlowly(*tree, set, roots, metric);
          EXPECT_EQ(CountMatches(*tree, functions, matches, roots, metric).value(), expected)
              << "seed " << seed << ", query " << query << ", roots " << roots.begin << ".." << roots.end;
          EXPECT_EQ(CountMatches(*tree, functions, set, roots, metric).value(), expected)
              << "seed " << seed << ", query " << query << ", roots " << roots.begin << ".." << roots.end;
        }
      }
    }
  }
}

TEST(CountMatchesTest, AnySetOfContextsIsCounted) {
  std::mt19937 random(1);
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 300, .frames = 20});
    const FunctionIndex functions(tree->frames());
    ContextSet set(tree->context_count());
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      if (random() % (1 + seed % 7) == 0) set.Insert(context);
    }
    const auto root = static_cast<ContextId>(random() % tree->context_count());
    for (const ContextRange roots : {kWholeTree, ContextRange{root, root + 1}, tree->ChildrenOf(root)}) {
      EXPECT_EQ(CountMatches(*tree, functions, set, roots, 0).value(), CountSlowly(*tree, set, roots, 0));
    }
  }
}

TEST(CountMatchesTest, StopsWhenCancelled) {
  const CctPtr tree = test::WorkedExample();
  JobControl job;
  job.cancel_requested = true;
  const FunctionIndex functions(tree->frames());
  const auto totals = CountMatches(*tree, functions, Match(*tree, "g"), kWholeTree, 0, &job);
  ASSERT_FALSE(totals.has_value());
  EXPECT_EQ(totals.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::search_test
