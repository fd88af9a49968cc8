#include "cct/compare/series.h"

#include <gtest/gtest.h>

#include "cct/tree/verify.h"
#include "tests/cct/compare/matching/random_edits.h"
#include "tests/cct/test_trees.h"

namespace ringscope::execution_tree_test {
namespace {

CompareInput InputOf(const std::string& folded, const std::string& name, const std::string& commit = {}) {
  CompareInput input{test::TreeFromFolded(folded), {name}};
  if (!commit.empty()) SetAttribute("commit", commit, input.execution);
  return input;
}

TEST(ExecutionTree, IsWhatWentIntoTheSeries) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    test::Random random(seed);
    test::PlainTree version = test::RandomPlainTree(random, 5 + random.Below(120));
    std::vector<CompareInput> inputs;
    for (size_t e = 0; e < 4; ++e) {
      inputs.push_back(InputOf(version.Folded(), "v" + std::to_string(e)));
      for (int edits = 0; edits < 5; ++edits) test::Edit(version, random);
    }
    const Series series = BuildSeries(inputs).value();
    for (size_t e = 0; e < inputs.size(); ++e) {
      const Result<CompareInput> alone = ExecutionOf(series, e);
      ASSERT_TRUE(alone);
      EXPECT_TRUE(VerifyCct(*alone->tree));
      EXPECT_EQ(test::FoldedDump(*alone->tree), test::FoldedDump(*inputs[e].tree)) << seed << ", " << e;
    }
  }
}

TEST(ExecutionTree, HasWhatIsKnownOfTheExecutionAndNothingOfTheOthers) {
  const Series series =
      BuildSeries(std::vector{InputOf("a;b 3\n", "v1", "abc"), InputOf("a;c 4\n", "v2", "def")}).value();
  const CompareInput alone = ExecutionOf(series, 1).value();
  EXPECT_EQ(test::FoldedDump(*alone.tree), "a;c 4\n");
  EXPECT_EQ(alone.execution, series.executions()[1]);
  EXPECT_EQ(alone.tree->report().executions, std::vector{series.executions()[1]});
  ASSERT_EQ(alone.tree->metric_count(), 1u);
  EXPECT_EQ(alone.tree->metrics()[0], (Metric{"samples", "count", 1}));
}

TEST(ExecutionTree, TwoOfThemAreComparedAsTheirProfilesAre) {
  const std::vector inputs{InputOf("a;b 3\na;d 1\n", "v1"), InputOf("a;b 4\na;c 5\n", "v2"),
                           InputOf("a;w;b 9\n", "v3")};
  const Series series = BuildSeries(inputs).value();
  const std::vector before{ExecutionOf(series, 0).value()}, after{ExecutionOf(series, 2).value()};
  const TreeComparison direct = CompareTrees(std::span(inputs).first(1), std::span(inputs).last(1)).value();
  const TreeComparison taken = CompareTrees(before, after).value();
  EXPECT_EQ(test::TextDump(*taken.tree), test::TextDump(*direct.tree));
  EXPECT_EQ(taken.kinds, direct.kinds);
}

TEST(ExecutionTree, SidesOfAComparisonAreExecutionsToo) {
  const std::vector before{InputOf("a;b 3\n", "old")}, after{InputOf("a;b 4\na;c 5\n", "new")};
  const std::optional<Series> series = StoredSeries(CompareTrees(before, after).value().tree);
  ASSERT_TRUE(series);
  const CompareInput alone = ExecutionOf(*series, 0).value();
  EXPECT_EQ(test::FoldedDump(*alone.tree), "a;b 3\n");
  EXPECT_EQ(alone.execution.side, std::nullopt);
}

TEST(ExecutionTree, WhatPassesThroughAWrapperIsCalledByTheWrappersCaller) {
  const std::vector before{InputOf("a;b 3\na;c 2\n", "old")}, after{InputOf("a;w 1\na;w;b 4\na;c 5\n", "new")};
  const TreeComparison first = CompareTrees(before, after).value();
  const Series series = StoredSeries(first.tree).value();
  const std::vector old{ExecutionOf(series, 0).value()}, fresh{ExecutionOf(series, 1).value()};
  EXPECT_EQ(test::FoldedDump(*old[0].tree), test::FoldedDump(*before[0].tree));
  EXPECT_EQ(test::FoldedDump(*fresh[0].tree), test::FoldedDump(*after[0].tree));
  const TreeComparison again = CompareTrees(old, fresh).value();
  EXPECT_EQ(test::TextDump(*again.tree), test::TextDump(*first.tree));
  EXPECT_EQ(again.kinds, first.kinds);
}

TEST(ExecutionTree, EndsWhenItIsCancelled) {
  const Series series = BuildSeries(std::vector{InputOf("a 1\n", "v1"), InputOf("a 2\n", "v2")}).value();
  JobControl job;
  job.cancel_requested = true;
  const Result<CompareInput> alone = ExecutionOf(series, 0, &job);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::execution_tree_test
