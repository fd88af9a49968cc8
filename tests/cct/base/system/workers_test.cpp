#include "cct/base/system/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

namespace ringscope::workers_test {
namespace {

TEST(Workers, EachIsCalledOnceAndOneAtLeast) {
  for (const uint32_t count : {0u, 1u, 5u}) {
    std::vector<std::atomic<int>> called(6);
    RunWorkers(
        count, [&](uint32_t worker) { ++called[worker]; }, [] { FAIL(); });
    for (uint32_t worker = 0; worker < called.size(); ++worker)
      EXPECT_EQ(called[worker], worker == 0 || worker < count) << worker;
  }
}

TEST(Workers, WhatOneThrowsIsThrownWhenAllHaveEnded) {
  for (const uint32_t thrower : {0u, 2u}) {
    std::atomic<int> ended = 0;
    const auto work = [&](uint32_t worker) {
      if (worker == thrower) throw std::bad_alloc();
      ++ended;
    };
    std::atomic<int> stopped = 0;
    EXPECT_THROW(RunWorkers(4, work, [&] { ++stopped; }), std::bad_alloc);
    EXPECT_EQ(ended, 3);
    EXPECT_EQ(stopped, 1);
  }
}

TEST(Workers, EveryTaskIsDoneOnce) {
  for (uint32_t threads = 1; threads < 5; ++threads) {
    std::vector<std::atomic<int>> done(1000);
    RunTasks(1000, threads, [&](uint32_t i) { ++done[i]; });
    for (const std::atomic<int>& times : done) ASSERT_EQ(times, 1);
  }
  RunTasks(0, 4, [](uint32_t) { FAIL(); });
}

TEST(Workers, WhatATaskThrowsEndsTheOthersEarly) {
  for (uint32_t threads = 1; threads < 5; ++threads) {
    std::atomic<uint32_t> begun = 0;
    const auto work = [&](uint32_t i) {
      ++begun;
      if (i == 3) throw std::bad_alloc();
    };
    EXPECT_THROW(RunTasks(100'000'000, threads, work), std::bad_alloc);
    EXPECT_LT(begun, 100'000'000u);
  }
}

TEST(Workers, AreNoMoreThanWhatTheyHaveToDo) {
  EXPECT_EQ(ThreadsWorth(0, 10, 8), 1u);
  EXPECT_EQ(ThreadsWorth(19, 10, 8), 1u);
  EXPECT_LE(ThreadsWorth(20, 10, 8), 2u);
  EXPECT_LE(ThreadsWorth(uint64_t{1} << 60, 10, 3), 3u);
}

}  // namespace
}  // namespace ringscope::workers_test
