#include "cct/synth/synth.h"

#include <gtest/gtest.h>

#include <set>

#include "cct/transform/steps/steps.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::synth_test {
namespace {

SynthSpec Spec(uint64_t nodes, uint32_t layers, uint32_t frames, uint64_t seed = 1) {
  SynthSpec spec;
  spec.nodes = nodes;
  spec.layers = layers;
  spec.frames = frames;
  spec.seed = seed;
  return spec;
}

TEST(SynthTest, TreesHaveExactlyTheSizesAskedFor) {
  for (const SynthSpec& spec :
       {Spec(1, 1, 1), Spec(5, 5, 1), Spec(2, 2, 9), Spec(100, 2, 99), Spec(7, 3, 2), Spec(1000, 1000, 3),
        Spec(1000, 10, 3), Spec(5000, 20, 100), Spec(20'000, 416, 500), Spec(30'000, 3, 200)}) {
    const CctPtr tree = BuildSynthetic(spec).value();
    EXPECT_EQ(tree->context_count(), spec.nodes + 1) << spec.nodes << " nodes, " << spec.layers << " layers";
    EXPECT_EQ(tree->layer_count(), spec.layers + 1) << spec.nodes << " nodes, " << spec.layers << " layers";
    const auto verified = VerifyCct(*tree);
    EXPECT_TRUE(verified.has_value()) << verified.error().message;
  }
}

TEST(SynthTest, SiblingsAreDifferentFunctionsLargestFirstThenByName) {
  const CctPtr tree = BuildSynthetic(Spec(20'000, 40, 300)).value();
  for (ContextId context = 0; context < tree->context_count(); ++context) {
    const ContextRange children = tree->ChildrenOf(context);
    std::set<FrameId> frames;
    for (ContextId child = children.begin; child < children.end; ++child) {
      EXPECT_TRUE(frames.insert(tree->FrameOf(child)).second);
      if (child == children.begin) continue;
      const uint64_t before = tree->Inclusive(child - 1, 0);
      const uint64_t here = tree->Inclusive(child, 0);
      ASSERT_GE(before, here);
      if (before == here) {
        ASSERT_LT(tree->FrameAt(child - 1).name, tree->FrameAt(child).name);
      }
    }
  }
}

TEST(SynthTest, EqualSpecsGiveEqualTreesAndOtherSeedsOthers) {
  const std::string one = test::TextDump(*BuildSynthetic(Spec(3000, 30, 100, 7)).value());
  EXPECT_EQ(one, test::TextDump(*BuildSynthetic(Spec(3000, 30, 100, 7)).value()));
  EXPECT_NE(one, test::TextDump(*BuildSynthetic(Spec(3000, 30, 100, 8)).value()));
}

TEST(SynthTest, EveryContextHasASelfValueAndTheTotalIsWhatWasAsked) {
  SynthSpec spec = Spec(10'000, 50, 100);
  spec.total = 123'456'789;
  const CctPtr tree = BuildSynthetic(spec).value();
  EXPECT_EQ(tree->Total(0), spec.total);
  for (ContextId context = 1; context < tree->context_count(); ++context)
    ASSERT_GE(tree->Self(context, 0), 1u);
}

TEST(SynthTest, TreesOfManySizesLookAlikeAtTheTop) {
  const CctPtr small = BuildSynthetic(Spec(100'000, 60, 1000)).value();
  const CctPtr large = BuildSynthetic(Spec(1'000'000, 60, 1000)).value();
  // The hottest path takes the same turns with the same shares.
  ContextId a = 1;
  ContextId b = 1;
  for (int layer = 0; layer < 10; ++layer) {
    EXPECT_EQ(small->FrameAt(a).name, large->FrameAt(b).name);
    const double share_a = static_cast<double>(small->Inclusive(a, 0)) / static_cast<double>(small->Total(0));
    const double share_b = static_cast<double>(large->Inclusive(b, 0)) / static_cast<double>(large->Total(0));
    EXPECT_NEAR(share_a, share_b, 0.01);
    ASSERT_FALSE(small->ChildrenOf(a).empty());
    a = small->ChildrenOf(a).begin;
    b = large->ChildrenOf(b).begin;
  }
}

TEST(SynthTest, TwinsShareOneShapeButNotTheCost) {
  SynthSpec spec = Spec(200'000, 60, 1000);
  spec.twin_share = 1e-6;
  const CctPtr tree = BuildSynthetic(spec).value();
  EXPECT_TRUE(VerifyCct(*tree).has_value());
  const ContextRange twins = tree->ChildrenOf(1);
  ASSERT_EQ(twins.size(), 2u);
  const double share =
      static_cast<double>(tree->Inclusive(twins.begin + 1, 0)) / static_cast<double>(tree->Total(0));
  EXPECT_NEAR(share, 1e-6, 1e-7);
  EXPECT_EQ(tree->ChildrenOf(twins.begin).size(), tree->ChildrenOf(twins.begin + 1).size());
}

TEST(SynthTest, ImpossibleSizesAreRefused) {
  for (const SynthSpec& spec : {Spec(0, 1, 1), Spec(1, 0, 1), Spec(1, 1, 0), Spec(5, 6, 10), Spec(2, 1, 10),
                                Spec(12, 2, 10), Spec(uint64_t{1} << 33, 100, 1000)}) {
    const auto tree = BuildSynthetic(spec);
    ASSERT_FALSE(tree.has_value()) << spec.nodes;
    EXPECT_EQ(tree.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(SynthTest, PublishedShapesAreWhatTheyAreCalled) {
  ASSERT_EQ(PublishedShapes().size(), 11u);
  for (const SynthShape& shape : PublishedShapes()) {
    if (shape.nodes > 250'000) continue;  // the others differ in size alone
    const CctPtr tree = BuildSynthetic(SpecLike(shape, 1)).value();
    EXPECT_EQ(tree->context_count(), shape.nodes + 1) << shape.name;
    EXPECT_EQ(tree->layer_count(), shape.max_depth + 1) << shape.name;
    EXPECT_EQ(tree->Total(0), shape.method_calls) << shape.name;
  }
}

uint32_t ContextsWithoutRecursion(const CctPtr& tree) {
  return FoldRecursion(tree, FunctionIndex(tree->frames()), Recursion::kAny).value()->context_count() - 1;
}

TEST(SynthTest, PublishedShapesRecurseAsPublished) {
  for (const SynthShape& shape : PublishedShapes()) {
    if (shape.nodes > 250'000) continue;
    const CctPtr tree = BuildSynthetic(SpecLike(shape, 1)).value();
    EXPECT_TRUE(VerifyCct(*tree).has_value());
    const auto expected = static_cast<double>(shape.nodes_without_recursion);
    EXPECT_NEAR(ContextsWithoutRecursion(tree), expected, 0.2 * expected) << shape.name;
  }
}

TEST(SynthTest, ContextsRecurseAsOftenAsAsked) {
  SynthSpec spec = Spec(50'000, 60, 1000);
  uint32_t contexts = 50'000;
  for (const double recursion : {0.1, 0.4, 0.8}) {
    spec.recursion = recursion;
    const CctPtr tree = BuildSynthetic(spec).value();
    EXPECT_TRUE(VerifyCct(*tree).has_value());
    const uint32_t left = ContextsWithoutRecursion(tree);
    EXPECT_LT(left, 0.9 * contexts) << recursion;
    contexts = left;
  }
  spec.recursion = 0.95;
  EXPECT_FALSE(BuildSynthetic(spec).has_value());
}

TEST(SynthTest, StopsWhenCancelled) {
  JobControl job;
  job.cancel_requested = true;
  const auto tree = BuildSynthetic(Spec(1'000'000, 100, 1000), &job);
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::synth_test
