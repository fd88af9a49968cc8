#include "cct/transform/steps/steps.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::merge_threads_test {
namespace {

// One stack below threads and processes, and its value.
struct Stack {
  std::vector<Frame> frames;
  uint64_t value = 0;
};

CctPtr TreeOf(const std::vector<Stack>& stacks) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  for (const Stack& stack : stacks) {
    BuildNode node = kBuildRoot;
    for (const Frame& frame : stack.frames) node = builder.Child(node, builder.InternFrame(frame));
    builder.AddSelf(node, 0, stack.value);
    builder.MarkContext(node, kCallersCutOff);
  }
  ImportReport report;
  report.format = "test";
  report.Skip("a reason", 12, 3);
  return std::move(builder).Finish(std::move(report)).value();
}

Frame Thread(std::string_view name) { return {name, "", "", 0, 0, FrameKind::kThread}; }
Frame Process(std::string_view name) { return {name, "", "", 0, 0, FrameKind::kProcess}; }

TEST(MergeThreadsTest, EqualStacksOfSeveralThreadsBecomeOne) {
  const CctPtr tree = TreeOf({{{Thread("t1"), {"main"}, {"f"}}, 5},
                              {{Thread("t2"), {"main"}, {"f"}}, 7},
                              {{Thread("t2"), {"main"}}, 1},
                              {{Thread("t2"), {"idle"}}, 2}});
  ASSERT_TRUE(HasThreadRing(*tree));
  const CctPtr merged = MergeThreads(tree).value();
  EXPECT_FALSE(HasThreadRing(*merged));
  EXPECT_EQ(test::FoldedDump(*merged), "main 1\nmain;f 12\nidle 2\n");
  EXPECT_EQ(merged->Total(0), tree->Total(0));
  EXPECT_TRUE(VerifyCct(*merged).has_value());
  EXPECT_EQ(merged->report(), tree->report());
  for (ContextId context = 1; context < merged->context_count(); ++context) {
    EXPECT_EQ(merged->FlagsOf(context), kCallersCutOff);
  }
}

TEST(MergeThreadsTest, ProcessesAndTheirThreadsBothGo) {
  const CctPtr tree = TreeOf({{{Process("p1"), Thread("t1"), {"main"}}, 1},
                              {{Process("p1"), Thread("t2"), {"main"}}, 2},
                              {{Process("p2"), Thread("t1"), {"main"}}, 4},
                              {{Process("p2")}, 8}});
  const CctPtr merged = MergeThreads(tree).value();
  ASSERT_EQ(merged->context_count(), 2u);
  EXPECT_EQ(merged->FrameAt(1).name, "main");
  EXPECT_EQ(merged->Inclusive(1, 0), 7u);
  // Samples of a process outside of any function stay, at the root.
  EXPECT_EQ(merged->Self(kRootContext, 0), 8u);
  EXPECT_EQ(merged->Total(0), 15u);
}

TEST(MergeThreadsTest, AThreadBelowAFunctionStays) {
  const CctPtr tree = TreeOf({{{Thread("t1"), {"main"}, Thread("inner"), {"f"}}, 3}});
  const CctPtr merged = MergeThreads(tree).value();
  EXPECT_EQ(test::FoldedDump(*merged), "main;inner;f 3\n");
}

TEST(MergeThreadsTest, ATreeWithoutThreadsIsReturnedAsItIs) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_FALSE(HasThreadRing(*tree));
  EXPECT_EQ(MergeThreads(tree).value(), tree);
}

TEST(MergeThreadsTest, StopsWhenCancelled) {
  const CctPtr tree = TreeOf({{{Thread("t1"), {"main"}}, 1}});
  JobControl job;
  job.cancel_requested = true;
  const auto merged = MergeThreads(tree, &job);
  ASSERT_FALSE(merged.has_value());
  EXPECT_EQ(merged.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::merge_threads_test
