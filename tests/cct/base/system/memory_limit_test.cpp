#include "cct/base/system/memory_limit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cct/base/system/large_array.h"
#include "tests/cct/base/system/counted_new.h"

namespace ringscope::memory_limit_test {
namespace {

TEST(MemoryLimit, CountsWhatIsHeldUntilItIsFreed) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const MemoryLimit limit(1'000'000);
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
  {
    const std::vector<char> some(1000);
    EXPECT_GE(MemoryLimit::held_bytes(), 1000);
    EXPECT_LT(MemoryLimit::held_bytes(), 1100);
    std::map<int, std::string> nodes;
    for (int i = 0; i < 100; ++i) nodes[i] = std::string(100, 'x');
    EXPECT_GE(MemoryLimit::held_bytes(), 1000 + 100 * 100);
    struct alignas(256) Aligned {
      char bytes[256];
    };
    const auto aligned = std::make_unique<Aligned[]>(10);
    EXPECT_GE(MemoryLimit::held_bytes(), 1000 + 100 * 100 + 2560);
  }
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
  EXPECT_FALSE(MemoryLimit::exceeded());
}

TEST(MemoryLimit, AlignmentsBelowThatOfAPointerAreGiven) {
  for (const size_t alignment : {1, 2, 4, 8, 64}) {
    const std::align_val_t wanted{alignment};
    void* const block = ::operator new(24, wanted, std::nothrow);
    EXPECT_NE(block, nullptr) << alignment;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0u);
    ::operator delete(block, wanted);
  }
}

TEST(MemoryLimit, RefusesWhatGoesBeyondIt) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  {
    const MemoryLimit limit(1'000'000);
    EXPECT_EQ(MemoryLimit::present_bytes(), 1'000'000u);
    const std::vector<char> most(900'000);
    EXPECT_THROW(std::vector<char>(200'000), std::bad_alloc);
    EXPECT_TRUE(MemoryLimit::exceeded());
    // What was refused does not count, and less still fits.
    EXPECT_NO_THROW(std::vector<char>(50'000));
    EXPECT_EQ(::operator new(200'000, std::nothrow), nullptr);
    EXPECT_THROW(LargeVector<char>(200'000), std::bad_alloc);
    EXPECT_THROW(LargeVector<char>(size_t{100} << 20), std::bad_alloc);
  }
  EXPECT_EQ(MemoryLimit::present_bytes(), UINT64_MAX);
  EXPECT_NO_THROW(std::vector<char>(2'000'000));
}

TEST(MemoryLimit, RefusesNothingWhileItPauses) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const MemoryLimit limit(1000);
  {
    const MemoryLimitPause pause;
    const std::vector<char> more(200'000);
    EXPECT_GE(MemoryLimit::held_bytes(), 200'000);
    EXPECT_FALSE(MemoryLimit::exceeded());
  }
  EXPECT_THROW(std::vector<char>(200'000), std::bad_alloc);
}

TEST(MemoryLimit, HoldsForAllThreadsTogether) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  constexpr size_t kThreads = 4;
  constexpr size_t kBlock = 1000;
  const MemoryLimit limit(1'000'000);
  std::vector<std::vector<std::unique_ptr<char[]>>> held(kThreads);
  {
    std::vector<std::thread> threads;
    for (auto& blocks : held) {
      threads.emplace_back([&blocks] {
        try {
          while (true) blocks.push_back(std::make_unique<char[]>(kBlock));
        } catch (const std::bad_alloc&) {
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  size_t count = 0;
  for (const auto& blocks : held) count += blocks.size();
  EXPECT_LE(count, 1'000'000 / kBlock);
  EXPECT_GT(count, 1'000'000 / kBlock / 2);
  // Other threads may free what these took.
  held.clear();
  held.shrink_to_fit();
  EXPECT_LT(MemoryLimit::held_bytes(), 10'000);
}

TEST(MemoryLimit, OfAnArrayWithABoundOnlyWhatIsUsedCounts) {
  const MemoryLimit limit(1'000'000);
  {
    auto array = LargeArray<char>::WithBound(size_t{100} << 20);
    EXPECT_EQ(MemoryLimit::held_bytes(), 0);
    static_cast<void>(array.Extend(600'000));
    array.CountUsed();
    array.CountUsed();
    EXPECT_EQ(MemoryLimit::held_bytes(), 600'000);
    LargeArray<char> moved = std::move(array);
    EXPECT_EQ(MemoryLimit::held_bytes(), 600'000);
    static_cast<void>(moved.Extend(600'000));
    EXPECT_THROW(moved.CountUsed(), std::bad_alloc);
  }
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
}

}  // namespace
}  // namespace ringscope::memory_limit_test
