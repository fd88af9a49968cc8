#include "cct/compare/function_changes.h"

#include <gtest/gtest.h>

#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

TEST(SplitCost, CallsAndCostACall) {
  const CostSplit both = SplitCost(100, 240, 10, 12);
  EXPECT_DOUBLE_EQ(both.more_calls, 20);
  EXPECT_DOUBLE_EQ(both.cost_a_call, 120);
  EXPECT_DOUBLE_EQ(SplitCost(0, 50, 0, 5).more_calls, 50);
  EXPECT_DOUBLE_EQ(SplitCost(50, 0, 5, 0).more_calls, -50);
  EXPECT_DOUBLE_EQ(SplitCost(50, 70, 0, 0).cost_a_call, 20);
}

TEST(FunctionChanges, LargestDifferenceFirst) {
  const std::vector<Metric> metrics{{"ns", "ns", 1}, {"calls", "count", 1}};
  const CompareInput before[] = {{test::TreeFromFolded("m;f 10,1\nm;g;f 30,3\nm;same 5,1\n", metrics), {"a"}}};
  const CompareInput after[] = {
      {test::TreeFromFolded("m;f 10,1\nm;g;f 80,4\nm;same 5,1\nm;h 60,2\n", metrics), {"b"}}};
  const TreeComparison comparison = CompareTrees(before, after).value();
  ASSERT_EQ(comparison.calls, 1);
  const auto functions = BuildFunctionChanges(comparison, comparison.metrics[0]).value();
  ASSERT_EQ(functions.size(), 2);
  EXPECT_EQ(comparison.tree->frames().name(functions[0].frame), "h");
  EXPECT_EQ(functions[0].self.after, 60);
  EXPECT_DOUBLE_EQ(functions[0].split->more_calls, 60);
  EXPECT_EQ(comparison.tree->frames().name(functions[1].frame), "f");
  EXPECT_EQ(functions[1].self.before, 40);
  EXPECT_EQ(functions[1].self.after, 90);
  EXPECT_DOUBLE_EQ(functions[1].split->more_calls, 10);
  EXPECT_DOUBLE_EQ(functions[1].split->cost_a_call, 40);
  EXPECT_FALSE(BuildFunctionChanges(comparison, comparison.metrics[1]).value()[0].split);
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(BuildFunctionChanges(comparison, comparison.metrics[0], &job).error().code,
            ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope
