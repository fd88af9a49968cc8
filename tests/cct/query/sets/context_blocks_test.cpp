#include "cct/query/sets/context_blocks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace ringscope {
namespace {

TEST(ContextBlocksTest, EveryTaskIsDoneOnce) {
  for (uint32_t threads = 1; threads < 5; ++threads) {
    std::vector<std::atomic<int>> done(1000);
    RunTasks(1000, threads, [&](uint32_t i) { ++done[i]; });
    for (const std::atomic<int>& times : done) ASSERT_EQ(times, 1);
  }
  RunTasks(0, 4, [](uint32_t) { FAIL(); });
}

TEST(ContextBlocksTest, WhatATaskThrowsIsThrownWhenAllHaveEnded) {
  for (uint32_t threads = 1; threads < 5; ++threads) {
    std::atomic<int> running = 0;
    const auto work = [&](uint32_t i) {
      ++running;
      if (i == 3) {
        --running;
        std::vector<char>().reserve(~size_t{0});  // throws without asking for memory
      }
      --running;
    };
    EXPECT_ANY_THROW(RunTasks(8, threads, work));
    EXPECT_EQ(running, 0);
  }
}

TEST(ContextBlocksTest, BlocksCoverAllContexts) {
  const uint32_t n = 3 * kContextsPerBlock + 17;
  std::vector<std::atomic<uint8_t>> seen(n);
  ASSERT_TRUE(ForEachContextBlock(n, nullptr, [&](ContextRange block) {
    for (ContextId i = block.begin; i < block.end; ++i) ++seen[i];
  }));
  for (const std::atomic<uint8_t>& times : seen) ASSERT_EQ(times, 1);
}

}  // namespace
}  // namespace ringscope
