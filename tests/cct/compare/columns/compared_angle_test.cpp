#include "cct/compare/columns/side_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cct/compare/tree_comparison.h"
#include "cct/merge/tree_aggregator.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::compared_angle_test {
namespace {

CctPtr Compared(const std::string& before, const std::string& after, bool by_share = false) {
  const CompareInput sides[] = {{test::TreeFromFolded(before), {"a"}}, {test::TreeFromFolded(after), {"b"}}};
  return CompareTrees(std::span(sides).first(1), std::span(sides).last(1), {.by_share = by_share})
      .value()
      .tree;
}

const std::string kBefore = "m 5\nm;f 300\nm;f;x 20\nm;g 100\n", kAfter = "m 9\nm;f 200\nm;f;y 70\nm;h 50\n";

uint64_t Expected(ComparedAngle angle, uint64_t a, uint64_t b) {
  switch (angle) {
    case ComparedAngle::kBefore:
      return a;
    case ComparedAngle::kAfter:
      return b;
    case ComparedAngle::kBoth:
      return a + b;
    case ComparedAngle::kCommon:
      return std::min(a, b);
    case ComparedAngle::kLarger:
      return std::max(a, b);
    case ComparedAngle::kMean:
    case ComparedAngle::kMost:
      break;
    case ComparedAngle::kChange:
      return std::max(a, b) - std::min(a, b);
  }
  return 0;
}

TEST(ComparedAngle, EveryContextHasItsOwnPartAndTheSumOfTheOthers) {
  const CctPtr tree = Compared(kBefore, kAfter);
  const MetricSides sides = SidesOf(tree->metrics(), 0).value();
  for (const auto& [word, angle] : kComparedAngleWords) {
    if (IsOfMembers(angle)) continue;
    SCOPED_TRACE(word);
    const auto drawn = MakeAngle(tree, sides, angle, false);
    ASSERT_TRUE(drawn);
    for (ContextId context = 0; context < tree->context_count(); ++context)
      EXPECT_EQ(drawn->tree->Self(context, drawn->metric),
                Expected(angle, tree->Self(context, sides.before), tree->Self(context, sides.after)));
    EXPECT_TRUE(VerifyCct(*drawn->tree));
    EXPECT_EQ(drawn->tree->metrics()[drawn->metric].name, "samples@" + std::string(word));
    EXPECT_EQ(SidesOf(drawn->tree->metrics(), drawn->metric), sides);
  }
}

TEST(ComparedAngle, StoredColumnsAreTakenAsTheyAre) {
  for (const bool by_share : {false, true}) {
    const CctPtr tree = Compared(kBefore, kAfter, by_share);
    const MetricSides sides = SidesOf(tree->metrics(), 0).value();
    EXPECT_EQ(IsByShare(*tree, sides), by_share);
    EXPECT_EQ(StoredAngle(tree, sides, ComparedAngle::kChange, by_share)->metric, sides.change);
    EXPECT_FALSE(StoredAngle(tree, sides, ComparedAngle::kChange, !by_share));
    EXPECT_FALSE(StoredAngle(tree, sides, ComparedAngle::kBoth, by_share));
    EXPECT_EQ(MakeAngle(tree, sides, ComparedAngle::kAfter, by_share)->tree, tree);
  }
}

TEST(ComparedAngle, TheSmallerSideLeavesAGapUnlessSharesAreDrawn) {
  const CctPtr tree = Compared(kBefore, kAfter);
  const MetricSides sides = SidesOf(tree->metrics(), 0).value();
  const auto whole = [&](ComparedAngle angle, bool by_share) {
    return MakeAngle(tree, sides, angle, by_share)->whole;
  };
  EXPECT_EQ(whole(ComparedAngle::kBefore, false), std::vector{sides.after});
  EXPECT_EQ(whole(ComparedAngle::kAfter, false), std::vector{sides.before});
  EXPECT_TRUE(whole(ComparedAngle::kAfter, true).empty());
  EXPECT_TRUE(whole(ComparedAngle::kChange, false).empty());
  // What is common is a part of the larger of both.
  const auto common = MakeAngle(tree, sides, ComparedAngle::kCommon, true).value();
  ASSERT_EQ(common.whole.size(), 1u);
  EXPECT_EQ(common.tree->metrics()[common.whole[0]].name, "samples@larger");
}

TEST(ComparedAngle, SharesAreThoseOfTheTotals) {
  const CctPtr tree = Compared("m;f 300\nm;g 100\n", "m;f 60\nm;g 20\n");
  const MetricSides sides = SidesOf(tree->metrics(), 0).value();
  const auto change = MakeAngle(tree, sides, ComparedAngle::kChange, true).value();
  EXPECT_EQ(change.tree->Total(change.metric), 0u);
  const auto common = MakeAngle(tree, sides, ComparedAngle::kCommon, true).value();
  EXPECT_EQ(common.tree->Total(common.metric), kShareUnits);
  const auto both = MakeAngle(tree, sides, ComparedAngle::kBoth, true).value();
  EXPECT_EQ(both.tree->Total(both.metric), 2 * kShareUnits);
  EXPECT_TRUE(IsDrawnByShare(*tree, sides, ComparedAngle::kAfter)) << "80 of 400 would be too small";
  EXPECT_FALSE(IsDrawnByShare(*tree, sides, ComparedAngle::kLarger)) << "the larger is never small";
  const CctPtr near = Compared(kBefore, kAfter);
  EXPECT_FALSE(IsDrawnByShare(*near, SidesOf(near->metrics(), 0).value(), ComparedAngle::kAfter));
}

TEST(ComparedAngle, OfMembersEachContextHasTheMeanOrTheSlowest) {
  for (const bool absent_is_zero : {true, false}) {
    TreeAggregator aggregator({.over = "rank", .absent_is_zero = absent_is_zero});
    ASSERT_TRUE(aggregator.Add(test::TreeFromFolded("m 2\nm;f 10\nm;g 4\n"), {.name = "0"}).has_value());
    ASSERT_TRUE(aggregator.Add(test::TreeFromFolded("m 4\nm;f 6\nm;h 5\n"), {.name = "1"}).has_value());
    const CctPtr tree = *std::move(aggregator).Finish();
    const MetricSides sides{0, 0, std::nullopt};
    const auto most = MakeAngle(tree, sides, ComparedAngle::kMost, false).value();
    EXPECT_TRUE(VerifyCct(*most.tree));
    EXPECT_EQ(most.tree->metrics()[most.metric].name, "samples@max");
    // 4 + 10 + 4 + 5, where neither member costs more than 16.
    EXPECT_EQ(most.tree->Total(most.metric), 23u);
    const auto mean = MakeAngle(tree, sides, ComparedAngle::kMean, false).value();
    if (absent_is_zero) {
      EXPECT_EQ(mean.tree, tree);
      EXPECT_EQ(mean.metric, 0u);
    } else {
      EXPECT_TRUE(VerifyCct(*mean.tree));
      // 3 + 8 + 4 + 5, by thousandths.
      EXPECT_EQ(mean.tree->metrics()[mean.metric].scale, 1000u);
      EXPECT_EQ(mean.tree->Total(mean.metric), 20'000u);
    }
  }
}

TEST(ComparedAngle, WhatCannotBeStoredIsAnError) {
  const std::string much = "m;f 9000000000000000000\n";
  const CctPtr tree = Compared(much, much);
  const MetricSides sides = SidesOf(tree->metrics(), 0).value();
  const auto both = MakeAngle(tree, sides, ComparedAngle::kBoth, false);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, ErrorCode::kOverflow);
  EXPECT_TRUE(MakeAngle(tree, sides, ComparedAngle::kLarger, false));
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(MakeAngle(tree, sides, ComparedAngle::kLarger, false, &job).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::compared_angle_test
