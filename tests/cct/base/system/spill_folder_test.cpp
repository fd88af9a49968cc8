#include "cct/base/system/spill_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <new>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/base/system/memory_limit.h"
#include "tests/temporary_folder.h"

namespace ringscope::spill_folder_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kCount = 16 * kMiB;  // 128 MiB of numbers

TEST(SpillFolder, TakesBlocksThatMemoryHasNoRoomFor) {
  const test::TemporaryFolder folder;
  if (std::filesystem::space(folder.path()).available < 4096 * kMiB)
    GTEST_SKIP() << "the disk is nearly full";
  const MemoryLimit limit(100 * kMiB);
  std::vector<uint64_t> told;
  const SpillFolder spill(folder.path(), [&](uint64_t bytes) { told.push_back(bytes); });
  {
    LargeArray<uint64_t> large(kCount);
    for (uint64_t i = 0; i < kCount; ++i) large.push_back(i * i);
    auto bound = LargeArray<uint64_t>::WithBound(kCount);
    for (uint64_t i = 0; i < kCount; ++i) bound.push_back(i);
    bound.CountUsed();
    LargeVector<uint64_t> grown;
    for (uint64_t i = 0; i < kCount; ++i) grown.push_back(i + 1);
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < kCount; ++i)
      wrong += large[i] != i * i || bound[i] != i || grown[i] != i + 1 ? 1 : 0;
    EXPECT_EQ(wrong, 0u);
    EXPECT_TRUE(SpillFolder::Holds(large.data()) && SpillFolder::Holds(bound.data()));
    EXPECT_LT(MemoryLimit::held_bytes(), static_cast<int64_t>(100 * kMiB));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "its files have no names";
  }
  EXPECT_EQ(told.front(), kCount * sizeof(uint64_t));
  EXPECT_FALSE(MemoryLimit::exceeded());
  EXPECT_LT(MemoryLimit::held_bytes(), static_cast<int64_t>(kMiB)) << "none of it was counted";
}

TEST(SpillFolder, LeavesSmallBlocksInMemory) {
  const test::TemporaryFolder folder;
  const MemoryLimit limit(1000 * kMiB);
  const SpillFolder spill(folder.path(), [](uint64_t) { ADD_FAILURE() << "there is room"; });
  const LargeArray<char> array(300 * kMiB);
  EXPECT_FALSE(SpillFolder::Holds(array.data()));
  EXPECT_GE(MemoryLimit::held_bytes(), static_cast<int64_t>(300 * kMiB));
}

TEST(SpillFolder, WithoutRoomIsNone) {
  const test::TemporaryFolder folder;
  const MemoryLimit limit(100 * kMiB);
  {
    const SpillFolder missing(folder.path() / "missing", [](uint64_t) {});
    EXPECT_THROW(LargeArray<char>(200 * kMiB), std::bad_alloc);
  }
  const SpillFolder spill(folder.path(), [](uint64_t) {});
  EXPECT_THROW(LargeArray<char>(size_t{1} << 60), std::bad_alloc) << "no disk is as large";
}

}  // namespace
}  // namespace ringscope::spill_folder_test
