#include "cct/tree/building/builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "cct/base/system/memory_limit.h"
#include "tests/cct/base/system/counted_new.h"
#include "tests/cct/test_trees.h"

namespace ringscope::builder_test {
namespace {

using test::TextDump;

struct Stack {
  std::vector<std::string> frames;
  uint64_t value;
};

std::vector<Stack> RandomStacks(uint64_t seed, size_t count) {
  std::mt19937_64 random(seed);
  std::vector<Stack> stacks(count);
  for (Stack& stack : stacks) {
    const size_t depth = random() % 12;
    for (size_t i = 0; i < depth; ++i) stack.frames.push_back("f" + std::to_string(random() % 6));
    stack.value = random() % 1000;
  }
  return stacks;
}

void Add(CctBuilder& builder, const Stack& stack) {
  BuildNode node = kBuildRoot;
  for (const std::string& name : stack.frames)
    node = builder.Child(node, builder.InternFrame({.name = name}));
  builder.AddSelf(node, 0, stack.value);
}

CctBuilder NewBuilder() {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  return builder;
}

TEST(CctBuilder, TheTreeDoesNotDependOnTheOrderOfStacks) {
  std::vector<Stack> stacks = RandomStacks(1, 400);
  CctBuilder forward = NewBuilder();
  for (const Stack& stack : stacks) Add(forward, stack);
  std::reverse(stacks.begin(), stacks.end());
  CctBuilder backward = NewBuilder();
  for (const Stack& stack : stacks) Add(backward, stack);
  EXPECT_EQ(TextDump(*std::move(forward).Finish({}).value()),
            TextDump(*std::move(backward).Finish({}).value()));
}

TEST(CctBuilder, MergingPartsInAnyOrderAndGroupingGivesTheWhole) {
  const std::vector<Stack> stacks = RandomStacks(2, 600);
  CctBuilder whole = NewBuilder();
  std::vector<CctBuilder> parts;
  for (int p = 0; p < 3; ++p) parts.push_back(NewBuilder());
  for (size_t i = 0; i < stacks.size(); ++i) {
    Add(whole, stacks[i]);
    Add(parts[i % 3], stacks[i]);
  }
  CctBuilder left = NewBuilder();  // (2 + 0) + 1
  left.MergeFrom(parts[2]);
  left.MergeFrom(parts[0]);
  left.MergeFrom(parts[1]);
  CctBuilder right = NewBuilder();  // 0 + (1 + 2)
  parts[1].MergeFrom(parts[2]);
  right.MergeFrom(parts[0]);
  right.MergeFrom(parts[1]);
  const std::string expected = TextDump(*std::move(whole).Finish({}).value());
  EXPECT_EQ(TextDump(*std::move(left).Finish({}).value()), expected);
  EXPECT_EQ(TextDump(*std::move(right).Finish({}).value()), expected);
}

TEST(CctBuilder, FindsChildrenTogetherAsOneByOne) {
  std::mt19937_64 random(5);
  CctBuilder one_by_one = NewBuilder();
  CctBuilder together = NewBuilder();
  std::vector<BuildNode> known{kBuildRoot};
  for (size_t round = 0; round < 300; ++round) {
    std::vector<BuildNode> nodes(random() % 200);
    std::vector<FrameId> frames;
    for (BuildNode& node : nodes) {
      node = known[random() % known.size()];
      frames.push_back(static_cast<FrameId>(random() % 50));
    }
    std::vector<BuildNode> expected;
    for (size_t i = 0; i < nodes.size(); ++i) expected.push_back(one_by_one.Child(nodes[i], frames[i]));
    together.Children(nodes, frames);
    ASSERT_EQ(nodes, expected);
    known.insert(known.end(), nodes.begin(), nodes.end());
  }
  EXPECT_GT(together.node_count(), 10'000u);
  EXPECT_EQ(together.node_count(), one_by_one.node_count());
}

TEST(CctBuilder, FramesDifferByEveryField) {
  CctBuilder builder = NewBuilder();
  const Frame base{.name = "f", .module = "m", .file = "x.c", .line = 3, .column = 1};
  Frame other = base;
  EXPECT_EQ(builder.InternFrame(base), builder.InternFrame(other));
  other.module = "n";
  EXPECT_NE(builder.InternFrame(base), builder.InternFrame(other));
  other = base;
  other.file = "y.c";
  EXPECT_NE(builder.InternFrame(base), builder.InternFrame(other));
  other = base;
  other.line = 4;
  EXPECT_NE(builder.InternFrame(base), builder.InternFrame(other));
  other = base;
  other.kind = FrameKind::kKernel;
  EXPECT_NE(builder.InternFrame(base), builder.InternFrame(other));
  EXPECT_EQ(builder.frame_count(), 5u);
}

TEST(CctBuilder, ATotalOf2To63IsRefusedAndNeverWraps) {
  const uint64_t half = uint64_t{1} << 62;
  CctBuilder in_one_context = NewBuilder();
  const BuildNode node = in_one_context.Child(kBuildRoot, in_one_context.InternFrame({.name = "f"}));
  in_one_context.AddSelf(node, 0, half);
  in_one_context.AddSelf(node, 0, half);
  EXPECT_EQ(std::move(in_one_context).Finish({}).error().code, ErrorCode::kOverflow);

  CctBuilder over_contexts = NewBuilder();
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    over_contexts.AddSelf(over_contexts.Child(kBuildRoot, over_contexts.InternFrame({.name = name})), 0,
                          half);
  }
  EXPECT_EQ(std::move(over_contexts).Finish({}).error().code, ErrorCode::kOverflow);

  CctBuilder just_below = NewBuilder();
  just_below.AddSelf(kBuildRoot, 0, (uint64_t{1} << 63) - 1);
  EXPECT_EQ(std::move(just_below).Finish({}).value()->Total(0), (uint64_t{1} << 63) - 1);
}

TEST(CctBuilder, LimitsAreErrors) {
  CctBuilder contexts(BuildLimits{.max_contexts = 10});
  contexts.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  for (int i = 0; i < 20; ++i) node = contexts.Child(node, contexts.InternFrame({.name = "f"}));
  EXPECT_EQ(contexts.status().error().code, ErrorCode::kLimit);
  EXPECT_EQ(std::move(contexts).Finish({}).error().code, ErrorCode::kLimit);

  CctBuilder strings(BuildLimits{.max_string_bytes = 100});
  for (int i = 0; i < 50; ++i)
    static_cast<void>(strings.InternFrame({.name = "frame number " + std::to_string(i)}));
  EXPECT_EQ(std::move(strings).Finish({}).error().code, ErrorCode::kLimit);
}

TEST(CctBuilder, MetricsMayComeLate) {
  CctBuilder builder = NewBuilder();
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
  builder.AddSelf(a, 0, 4);
  const MetricIndex bytes = builder.AddMetric({"bytes", "bytes", 1});
  const BuildNode b = builder.Child(a, builder.InternFrame({.name = "b"}));
  builder.AddSelf(b, bytes, 7);
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(tree->Total(0), 4u);
  EXPECT_EQ(tree->Total(1), 7u);
  EXPECT_EQ(tree->Self(1, 1), 0u);
}

TEST(CctBuilder, MarksAndMillionSiblingsSurviveTheSort) {
  CctBuilder builder = NewBuilder();
  for (uint32_t i = 0; i < 1'000'000; ++i) {
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = std::to_string(i)}));
    builder.AddSelf(node, 0, i == 123456 ? 5000 : 1);
    if (i == 123456) builder.MarkContext(node, kCallersCutOff);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(tree->ChildrenOf(kRootContext).size(), 1'000'000u);
  EXPECT_EQ(tree->FrameAt(1).name, "123456");
  EXPECT_EQ(tree->FlagsOf(1), kCallersCutOff);
  EXPECT_EQ(tree->FlagsOf(2), 0);
}

TEST(CctBuilder, CancelsWhileFinishing) {
  CctBuilder builder = NewBuilder();
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(std::move(builder).Finish({}, &job).error().code, ErrorCode::kCancelled);
}

TEST(Builder, KeepsToItsMemory) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  constexpr uint64_t kLimitBytes = 200'000;
  uint64_t contexts = 0;
  const MemoryLimit limit(kLimitBytes);
  try {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    BuildNode node = kBuildRoot;
    const FrameId frame = builder.InternFrame({.name = "f"});
    while (contexts < 100'000) {
      node = builder.Child(node, frame);
      builder.AddSelf(node, 0, 1);
      ++contexts;
    }
  } catch (const std::bad_alloc&) {
  }
  EXPECT_TRUE(MemoryLimit::exceeded());
  // The columns and the table take 32 to 64 bytes a context, and while they double more.
  EXPECT_GT(contexts, kLimitBytes / 150);
  EXPECT_LT(contexts, kLimitBytes / 24);
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
}

TEST(Builder, NamesCountAsMemory) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const MemoryLimit limit(200'000);
  CctBuilder builder;
  const auto add = [&builder] {
    for (int i = 0; i < 1000; ++i)
      (void)builder.InternFrame({.name = std::string(1000, 'x') + std::to_string(i)});
  };
  EXPECT_THROW(add(), std::bad_alloc);
}

TEST(Builder, FinishedTreesHoldTheirMemory) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const MemoryLimit limit(10'000'000);
  const auto tree_of = [](uint32_t contexts) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    for (uint32_t i = 0; i < contexts; ++i)
      builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = std::to_string(i)})), 0, 1);
    return std::move(builder).Finish({}).value();
  };
  CctPtr tree = tree_of(10'000);
  const int64_t held = MemoryLimit::held_bytes();
  EXPECT_GE(held, 10'000 * 16);
  EXPECT_LE(held, 10'000 * 96);
  // What is left is not enough for many of them.
  std::vector<CctPtr> trees(1000);
  const auto make_many = [&] {
    for (CctPtr& one : trees) one = tree_of(10'000);
  };
  EXPECT_THROW(make_many(), std::bad_alloc);
  trees = std::vector<CctPtr>();
  EXPECT_EQ(MemoryLimit::held_bytes(), held);
  tree.reset();
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
}

}  // namespace
}  // namespace ringscope::builder_test
