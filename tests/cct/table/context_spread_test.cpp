#include "cct/table/context_spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "cct/statistics/outliers.h"
#include "tests/cct/test_trees.h"

namespace ringscope::context_spread_test {
namespace {

FunctionId FunctionNamed(const Cct& tree, const FunctionIndex& functions, std::string_view name) {
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    if (tree.frames().name(frame) == name) return functions.FunctionOf(frame);
  }
  return kNoFunction;
}

ContextSpread SpreadOf(const Cct& tree, std::string_view name,
                       SpreadMeasure measure = SpreadMeasure::kInclusive, MetricIndex metric = 0) {
  const FunctionIndex functions(tree.frames());
  return SpreadOverContexts(tree, functions, {FunctionNamed(tree, functions, name), metric, measure}).value();
}

std::vector<double> ValuesOf(const ContextSpread& spread) {
  std::vector<double> values;
  for (const SpreadContext& one : spread.contexts) values.push_back(one.value);
  return values;
}

TEST(ContextSpreadTest, EveryContextOfTheFunctionIsThereTheSmallestFirst) {
  const CctPtr tree = test::TreeFromFolded("a;f 3\na;f;g 4\nb;f 2\nc;d;f 9\nc;f;f 1\n");
  const ContextSpread spread = SpreadOf(*tree, "f");
  EXPECT_EQ(ValuesOf(spread), (std::vector<double>{1, 1, 2, 7, 9})) << "recursion is in its caller";
  EXPECT_EQ(spread.without_value, 0u);
  EXPECT_EQ(spread.whole, 19) << "what recursion costs counts once";
  EXPECT_TRUE(spread.nested);
  EXPECT_EQ(spread.median, 2);
  for (const SpreadContext& one : spread.contexts) EXPECT_EQ(one.layer, tree->LayerOf(one.context));
}

TEST(ContextSpreadTest, SelfLeavesOutCalleesAndWhatCostsNothing) {
  const CctPtr tree = test::TreeFromFolded("a;f 3\na;f;g 4\nb;f;g 2\n");
  const ContextSpread spread = SpreadOf(*tree, "f", SpreadMeasure::kSelf);
  EXPECT_EQ(ValuesOf(spread), std::vector<double>{3});
  EXPECT_EQ(spread.whole, 3);
  EXPECT_EQ(spread.without_value, 1u);
}

TEST(ContextSpreadTest, PerCallDividesByTheContextsOwnCalls) {
  const CctPtr tree =
      test::TreeFromFolded("a;f 30,2\na;f;g 10,50\nb;f 7,0\n", {{"time", "count", 1}, {"calls", "count", 1}});
  const ContextSpread spread = SpreadOf(*tree, "f", SpreadMeasure::kPerCall);
  EXPECT_EQ(ValuesOf(spread), std::vector<double>{20});
  EXPECT_EQ(spread.whole, 0) << "averages have no sum";
  EXPECT_EQ(spread.without_value, 1u) << "never called";
  const CctPtr plain = test::TreeFromFolded("a;f 3\n");
  const FunctionIndex functions(plain->frames());
  const auto refused = SpreadOverContexts(*plain, functions, {0, 0, SpreadMeasure::kPerCall});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "expected a profile that counts calls");
  EXPECT_FALSE(SpreadOverContexts(*plain, functions, {kNoFunction, 0, SpreadMeasure::kSelf}));
  EXPECT_FALSE(SpreadOverContexts(*plain, functions, {0, 7, SpreadMeasure::kSelf}));
}

TEST(ContextSpreadTest, WhatIsUnlikeTheOthersIsFound) {
  std::string folded;
  for (int k = 0; k < 40; ++k)
    folded += "caller" + std::to_string(k) + ";f " + std::to_string(100 + k) + "\n";
  const CctPtr tree = test::TreeFromFolded(folded + "big;f 5000\nsmall;f 2\n");
  const ContextSpread spread = SpreadOf(*tree, "f");
  EXPECT_EQ(spread.unlike, 2u);
  ASSERT_EQ(spread.contexts.size(), 42u);
  EXPECT_EQ(spread.Dearest(0).value, 5000) << "what costs more goes before what costs less";
  EXPECT_GT(spread.Dearest(0).score, kOutlierScore);
  EXPECT_EQ(spread.Dearest(41).value, 2);
  EXPECT_LT(spread.Dearest(41).score, -kOutlierScore);
  EXPECT_LE(std::abs(spread.Dearest(1).score), kOutlierScore);
  EXPECT_EQ(spread.Dearest(1).value, 139) << "the largest of all others";
}

TEST(ContextSpreadTest, EqualCostsAreNotUnlikeEachOther) {
  const CctPtr tree = test::TreeFromFolded("a;f 5\nb;f 5\nc;f 5\n");
  const ContextSpread spread = SpreadOf(*tree, "f");
  EXPECT_EQ(spread.unlike, 0u);
  const std::vector<SpreadBar> bars = SpreadBars(spread, 20);
  ASSERT_EQ(bars.size(), 1u);
  EXPECT_EQ(bars[0].contexts, 3u);
  EXPECT_LE(bars[0].low, 5);
  EXPECT_GT(bars[0].high, 5);
}

TEST(ContextSpreadTest, AFunctionWithoutCostHasNoBarsAndNoQuantiles) {
  const CctPtr tree = test::TreeFromFolded("a 3\na;f 0\n");
  const ContextSpread spread = SpreadOf(*tree, "f");
  EXPECT_EQ(spread.without_value, 1u);
  EXPECT_TRUE(SpreadBars(spread, 20).empty());
  EXPECT_EQ(SpreadQuantile(spread, 0.5), 0);
  EXPECT_TRUE(spread.contexts.empty());
}

// Against a slow obvious reference: every context is looked at by itself.
TEST(ContextSpreadTest, AgreesWithAReferenceOnRandomTrees) {
  std::mt19937_64 random(41);
  for (int round = 0; round < 60; ++round) {
    std::string folded;
    const uint64_t stacks = 1 + random() % 60;
    for (uint64_t k = 0; k < stacks; ++k) {
      const uint64_t depth = 1 + random() % 6;
      for (uint64_t d = 0; d < depth; ++d)
        folded += (d > 0 ? ";" : "") + std::string(1, static_cast<char>('a' + random() % 4));
      folded += " " + std::to_string(random() % 3 == 0 ? 0 : random() % 100000) + "\n";
    }
    const CctPtr tree = test::TreeFromFolded(folded);
    const FunctionIndex functions(tree->frames());
    for (FunctionId function = 0; function < functions.function_count(); ++function) {
      const ContextSpread spread = SpreadOverContexts(*tree, functions, {function}).value();
      std::vector<std::pair<double, ContextId>> expected;
      double whole = 0;
      bool nested = false;
      uint64_t without = 0;
      for (ContextId context = 1; context < tree->context_count(); ++context) {
        if (functions.FunctionOf(tree->FrameOf(context)) != function) continue;
        const auto value = static_cast<double>(tree->Inclusive(context, 0));
        if (value == 0) {
          ++without;
          continue;
        }
        expected.emplace_back(value, context);
        bool is_below = false;
        for (ContextId above = tree->ParentOf(context); above != kRootContext; above = tree->ParentOf(above))
          is_below |= functions.FunctionOf(tree->FrameOf(above)) == function;
        nested |= is_below;
        if (!is_below) whole += value;
      }
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(spread.contexts.size(), expected.size()) << folded;
      EXPECT_EQ(spread.without_value, without);
      for (size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(spread.contexts[k].context, expected[k].second);
      }
      EXPECT_EQ(spread.whole, whole);
      EXPECT_EQ(spread.nested, nested);
      for (const uint32_t most : {2u, 7u, 50u}) {
        const std::vector<SpreadBar> bars = SpreadBars(spread, most);
        ASSERT_LE(bars.size(), most);
        uint64_t contexts = 0;
        for (const SpreadBar& bar : bars) {
          contexts += bar.contexts;
          const auto inside = std::count_if(expected.begin(), expected.end(), [&](const auto& one) {
            return one.first >= bar.low * (1 - 1e-12) && one.first < bar.high * (1 + 1e-12);
          });
          EXPECT_GE(static_cast<uint64_t>(inside), bar.contexts);
        }
        EXPECT_EQ(contexts, expected.size());
        if (bars.empty()) continue;
        EXPECT_GT(bars.front().contexts, 0u);
        EXPECT_GT(bars.back().contexts, 0u);
      }
    }
  }
}

TEST(ContextSpreadTest, TheDearestFunctionIsThatOfTheLargestOwnCost) {
  const CctPtr tree = test::TreeFromFolded("a 1\na;f 3\nb;f 3\nb;g 5\n");
  const FunctionIndex functions(tree->frames());
  EXPECT_EQ(DearestFunctions(*tree, functions, 0, 1).value(),
            std::vector{FunctionNamed(*tree, functions, "f")});
  const CctPtr empty = test::TreeFromFolded("a 0\n");
  EXPECT_TRUE(DearestFunctions(*empty, FunctionIndex(empty->frames()), 0, 1).value().empty());
}

}  // namespace
}  // namespace ringscope::context_spread_test
