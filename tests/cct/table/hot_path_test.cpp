#include "cct/table/summary.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/test_trees.h"

namespace ringscope::hot_path_test {
namespace {

std::string Names(const Cct& tree, const std::vector<ContextId>& path) {
  std::string names;
  for (const ContextId context : path)
    names += (names.empty() ? "" : ";") + std::string(tree.FrameAt(context).name);
  return names;
}

TEST(HotPathTest, FollowsTheLargestChildWhileItHoldsEnough) {
  const CctPtr tree = test::WorkedExample();
  const ContextId main = tree->ChildrenOf(kRootContext).begin;
  EXPECT_EQ(Names(*tree, HotPath(*tree, kRootContext, 0, 0)), "main;f;g;g;h;i");
  EXPECT_EQ(Names(*tree, HotPath(*tree, main, 0, 0)), "f;g;g;h;i");
  // Shares on the way: 890/3238 = 0.275, 490/890 = 0.551, 200/490 = 0.408, 110/200 = 0.55, 50/110 = 0.455.
  EXPECT_EQ(Names(*tree, HotPath(*tree, main, 0, 0.274)), "f;g;g;h;i");
  EXPECT_EQ(Names(*tree, HotPath(*tree, main, 0, 0.276)), "");
  EXPECT_EQ(Names(*tree, HotPath(*tree, tree->ChildrenOf(main).begin, 0, 0.5)), "g");
  EXPECT_EQ(Names(*tree, HotPath(*tree, kRootContext, 0, 1)), "main");
}

TEST(HotPathTest, OtherMetricsHaveTheirOwnPath) {
  const CctPtr tree =
      test::TreeFromFolded("a;b 10,1\na;c 1,10\na;d 0,0\n", {{"x", "count", 1}, {"y", "count", 1}});
  EXPECT_EQ(Names(*tree, HotPath(*tree, kRootContext, 0, 0)), "a;b");
  EXPECT_EQ(Names(*tree, HotPath(*tree, kRootContext, 1, 0)), "a;c");
}

TEST(HotPathTest, EndsWhereNothingCosts) {
  const CctPtr tree = test::TreeFromFolded("a 1\na;b 0\n");
  EXPECT_EQ(Names(*tree, HotPath(*tree, kRootContext, 0, 0)), "a");
}

}  // namespace
}  // namespace ringscope::hot_path_test
