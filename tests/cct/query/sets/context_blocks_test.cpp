#include "cct/query/sets/context_set.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace ringscope::context_blocks_test {
namespace {

TEST(ContextBlocksTest, BlocksCoverAllContexts) {
  const uint32_t n = 3 * kContextsPerBlock + 17;
  std::vector<std::atomic<uint8_t>> seen(n);
  ASSERT_TRUE(ForEachContextBlock(n, nullptr, [&](ContextRange block) {
    for (ContextId i = block.begin; i < block.end; ++i) ++seen[i];
  }));
  for (const std::atomic<uint8_t>& times : seen) ASSERT_EQ(times, 1);
}

}  // namespace
}  // namespace ringscope::context_blocks_test
