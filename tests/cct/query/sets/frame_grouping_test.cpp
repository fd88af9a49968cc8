#include "cct/query/sets/function_index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope::frame_grouping_test {
namespace {

CctPtr TreeOf(const std::vector<Frame>& frames) {
  CctBuilder builder;
  BuildNode node = kBuildRoot;
  for (const Frame& frame : frames) node = builder.Child(node, builder.InternFrame(frame));
  builder.AddSelf(node, builder.AddMetric({"samples", "count", 1}), 1);
  return std::move(builder).Finish({}).value();
}

// The group names of the frames, in the order of the contexts of TreeOf.
std::vector<std::string> GroupNames(const CctPtr& tree, GroupBy by) {
  const FrameGrouping grouping = BuildFrameGrouping(tree->frames(), FunctionIndex(tree->frames()), by);
  EXPECT_EQ(grouping.by, by);
  EXPECT_EQ(grouping.group_of_frame.size(), tree->frames().size());
  std::vector<std::string> names;
  for (ContextId context = 1; context < tree->context_count(); ++context)
    names.push_back(grouping.name[grouping.GroupOf(tree->FrameOf(context))]);
  EXPECT_EQ(grouping.GroupOf(tree->frames().size()), kNoGroup);
  return names;
}

TEST(FrameGroupingTest, ByEveryKey) {
  const CctPtr tree = TreeOf({{"pool.Worker-1", "", "", 0, 0, FrameKind::kThread},
                              {"ns::A::f(int)", "libx", "x.cpp", 1},
                              {"ns::A::f(int)", "libx", "x.cpp", 1, 0, FrameKind::kInlined},
                              {"ns::B::g()", "libx"},
                              {"sys_read", "", "", 0, 0, FrameKind::kKernel}});
  using Names = std::vector<std::string>;
  EXPECT_EQ(GroupNames(tree, GroupBy::kFunction),
            (Names{"pool.Worker-1", "ns::A::f(int)", "ns::A::f(int)", "ns::B::g()", "sys_read"}));
  EXPECT_EQ(GroupNames(tree, GroupBy::kModule), (Names{"(unknown)", "libx", "libx", "libx", "(unknown)"}));
  EXPECT_EQ(GroupNames(tree, GroupBy::kPackage), (Names{"(unknown)", "ns", "ns", "ns", "(unknown)"}));
  EXPECT_EQ(GroupNames(tree, GroupBy::kClass), (Names{"(unknown)", "ns::A", "ns::A", "ns::B", "(unknown)"}));
  EXPECT_EQ(GroupNames(tree, GroupBy::kFile),
            (Names{"(unknown)", "x.cpp", "x.cpp", "(unknown)", "(unknown)"}));
  EXPECT_EQ(GroupNames(tree, GroupBy::kKind), (Names{"thread", "user", "inlined", "user", "kernel"}));
}

TEST(FrameGroupingTest, OnlyThreadsAndProcessesAreGroupsOfThreads) {
  const CctPtr tree = TreeOf(
      {{"p", "", "", 0, 0, FrameKind::kProcess}, {"t", "", "", 0, 0, FrameKind::kThread}, {"main", "app"}});
  const FrameGrouping grouping =
      BuildFrameGrouping(tree->frames(), FunctionIndex(tree->frames()), GroupBy::kThread);
  EXPECT_EQ(grouping.name, (std::vector<std::string>{"p", "t"}));
  EXPECT_EQ(grouping.GroupOf(tree->FrameOf(1)), 0u);
  EXPECT_EQ(grouping.GroupOf(tree->FrameOf(2)), 1u);
  EXPECT_EQ(grouping.GroupOf(tree->FrameOf(3)), kNoGroup);
}

TEST(FrameGroupingTest, GroupsAreNumberedByTheirFirstFrame) {
  const CctPtr tree = TreeOf({{"f", "a"}, {"g", "b"}, {"h", "a"}, {"f", "c"}});
  const FunctionIndex functions(tree->frames());
  for (const GroupBy by : {GroupBy::kFunction, GroupBy::kModule, GroupBy::kFile}) {
    const FrameGrouping grouping = BuildFrameGrouping(tree->frames(), functions, by);
    uint32_t seen = 0;
    for (FrameId id = 0; id < tree->frames().size(); ++id) {
      ASSERT_LE(grouping.group_of_frame[id], seen);
      if (grouping.group_of_frame[id] == seen) {
        EXPECT_EQ(grouping.first_frame[seen], id);
        ++seen;
      }
    }
    EXPECT_EQ(grouping.size(), seen);
    EXPECT_EQ(grouping.name.size(), seen);
  }
}

TEST(FrameGroupingTest, FunctionsAndThreadsWithoutAName) {
  const CctPtr tree = TreeOf({{"", "", "", 0, 0, FrameKind::kThread}, {"", "libx"}});
  using Names = std::vector<std::string>;
  EXPECT_EQ(GroupNames(tree, GroupBy::kFunction), (Names{"[unknown]", "[unknown]"}));
  const FrameGrouping threads =
      BuildFrameGrouping(tree->frames(), FunctionIndex(tree->frames()), GroupBy::kThread);
  EXPECT_EQ(threads.name, Names{"[unknown]"});
}

TEST(FrameGroupingTest, FunctionsOfOneNameInTwoModulesStayApart) {
  const CctPtr tree = TreeOf({{"f", "a"}, {"f", "b"}});
  const FrameGrouping grouping =
      BuildFrameGrouping(tree->frames(), FunctionIndex(tree->frames()), GroupBy::kFunction);
  EXPECT_NE(grouping.GroupOf(tree->FrameOf(1)), grouping.GroupOf(tree->FrameOf(2)));
}

}  // namespace
}  // namespace ringscope::frame_grouping_test
