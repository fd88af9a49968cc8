#include "cct/query/sets/function_index.h"

#include <gtest/gtest.h>

#include "cct/tree/building/builder.h"
#include "tests/cct/test_trees.h"

namespace ringscope::function_index_test {
namespace {

// A tree whose contexts below the root have these frames, one each.
CctPtr TreeWithFrames(const std::vector<Frame>& frames) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  uint64_t value = frames.size();
  for (const Frame& frame : frames) {
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, value--);
  }
  auto tree = std::move(builder).Finish({});
  return tree.value();
}

TEST(FunctionIndexTest, FramesThatDifferInKindAloneAreOneFunction) {
  const CctPtr tree = TreeWithFrames({{"f", "lib", "a.c", 1, 2, FrameKind::kJit},
                                      {"f", "lib", "a.c", 1, 2, FrameKind::kInterpreted},
                                      {"f", "lib", "a.c", 1, 2, FrameKind::kInlined}});
  const FunctionIndex functions(tree->frames());
  EXPECT_EQ(functions.function_count(), 2u);  // the root's and f
  EXPECT_EQ(functions.FunctionOf(tree->FrameOf(1)), functions.FunctionOf(tree->FrameOf(2)));
  EXPECT_EQ(functions.FunctionOf(tree->FrameOf(1)), functions.FunctionOf(tree->FrameOf(3)));
  EXPECT_TRUE(functions.HasSeveralFrames(functions.FunctionOf(tree->FrameOf(1))));
  EXPECT_FALSE(functions.HasSeveralFrames(functions.FunctionOf(tree->FrameOf(kRootContext))));
}

TEST(FunctionIndexTest, EveryOtherFieldTellsFunctionsApart) {
  const CctPtr tree = TreeWithFrames({{"f", "lib", "a.c", 1, 2},
                                      {"g", "lib", "a.c", 1, 2},
                                      {"f", "bin", "a.c", 1, 2},
                                      {"f", "lib", "b.c", 1, 2},
                                      {"f", "lib", "a.c", 9, 2},
                                      {"f", "lib", "a.c", 1, 9}});
  const FunctionIndex functions(tree->frames());
  EXPECT_EQ(functions.function_count(), 7u);
}

TEST(FunctionIndexTest, TheFirstFrameStandsForItsFunction) {
  const CctPtr tree = TreeWithFrames({{"f"}, {"g"}, {"f", "", "", 0, 0, FrameKind::kKernel}});
  const FunctionIndex functions(tree->frames());
  for (FrameId frame = 0; frame < tree->frames().size(); ++frame) {
    const FrameId first = functions.FirstFrame(functions.FunctionOf(frame));
    EXPECT_LE(first, frame);
    EXPECT_EQ(tree->frames().name(first), tree->frames().name(frame));
  }
}

TEST(FunctionIndexTest, AnIdOutsideTheTableHasNoFunction) {
  const CctPtr tree = TreeWithFrames({{"f"}});
  const FunctionIndex functions(tree->frames());
  EXPECT_EQ(functions.FunctionOf(tree->frames().size()), kNoFunction);
  EXPECT_EQ(FunctionIndex().function_count(), 0u);
}

}  // namespace
}  // namespace ringscope::function_index_test
