#include "cct/import/context_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::context_finder_test {
namespace {

// Stacks that mostly begin as an earlier one does.
std::vector<std::vector<FrameId>> RandomStacks(std::mt19937& random, size_t count) {
  std::vector<std::vector<FrameId>> stacks;
  for (size_t i = 0; i < count; ++i) {
    std::vector<FrameId> stack;
    if (i > 0 && random() % 8 != 0) {
      stack = stacks[random() % i];
      stack.resize(random() % (stack.size() + 1));
    }
    for (size_t more = random() % 20; more > 0; --more) stack.push_back(static_cast<FrameId>(random() % 5));
    stacks.push_back(std::move(stack));
  }
  return stacks;
}

CctBuilder EmptyBuilder() {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  for (const char* name : {"a", "b", "c", "d", "e"}) (void)builder.InternFrame({.name = name});
  return builder;
}

std::string Finished(CctBuilder builder) { return test::FoldedDump(*std::move(builder).Finish({}).value()); }

TEST(ContextFinder, FindsWhatAWalkFindsFrameByFrame) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto stacks = RandomStacks(random, 3000);
    CctBuilder together = EmptyBuilder();
    CctBuilder by_frame = EmptyBuilder();
    const BuildNode ring = together.Child(kBuildRoot, 4);
    const BuildNode ring_by_frame = by_frame.Child(kBuildRoot, 4);
    ContextFinder finder;
    for (size_t begin = 0; begin < stacks.size();) {
      const size_t count = std::min<size_t>(stacks.size() - begin, 1 + random() % 300);
      const bool in_ring = random() % 2 == 0;
      std::vector<BuildNode> contexts(count, in_ring ? ring : kBuildRoot);
      finder.Find(
          together, contexts, [&](size_t i) { return stacks[begin + i].size(); },
          [&](size_t i, size_t level) { return stacks[begin + i][level]; });
      for (size_t i = 0; i < count; ++i) {
        together.AddSelf(contexts[i], 0, 1 + begin + i);
        BuildNode node = in_ring ? ring_by_frame : kBuildRoot;
        for (const FrameId frame : stacks[begin + i]) node = by_frame.Child(node, frame);
        by_frame.AddSelf(node, 0, 1 + begin + i);
      }
      begin += count;
    }
    EXPECT_EQ(together.node_count(), by_frame.node_count());
    EXPECT_EQ(Finished(std::move(together)), Finished(std::move(by_frame)));
  }
}

}  // namespace
}  // namespace ringscope::context_finder_test
