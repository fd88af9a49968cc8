#include "cct/import/perf/perf_data_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace ringscope::perf_data_processes_test {
namespace {

constexpr uint32_t kNone = PerfRegions::kNone;

// The values at all addresses below `end`.
std::vector<uint32_t> ValuesOf(const PerfRegions& regions, const PerfRegions::Table& table, uint64_t end) {
  std::vector<uint32_t> values;
  for (uint64_t address = 0; address < end; ++address) values.push_back(regions.ValueAt(table, address));
  return values;
}

TEST(PerfRegionsTest, TakeThePlaceOfWhatLayThere) {
  PerfRegions regions;
  PerfRegions::Table table;
  ASSERT_TRUE(regions.Put(table, 2, 8, 0));
  ASSERT_TRUE(regions.Put(table, 4, 6, 1));  // both ends stay
  EXPECT_EQ(ValuesOf(regions, table, 10),
            (std::vector<uint32_t>{kNone, kNone, 0, 0, 1, 1, 0, 0, kNone, kNone}));
  ASSERT_TRUE(regions.Put(table, 3, 5, 2));
  EXPECT_EQ(ValuesOf(regions, table, 10),
            (std::vector<uint32_t>{kNone, kNone, 0, 2, 2, 1, 0, 0, kNone, kNone}));
  ASSERT_TRUE(regions.Put(table, 2, 7, 3));
  EXPECT_EQ(ValuesOf(regions, table, 10),
            (std::vector<uint32_t>{kNone, kNone, 3, 3, 3, 3, 3, 0, kNone, kNone}));
  ASSERT_TRUE(regions.Put(table, 5, 5, 4));  // empty
  ASSERT_TRUE(regions.Put(table, 9, ~uint64_t{0}, 5));
  EXPECT_EQ(regions.ValueAt(table, 8), kNone);
  EXPECT_EQ(regions.ValueAt(table, ~uint64_t{0} - 1), 5u);
  EXPECT_EQ(regions.ValueAt(table, ~uint64_t{0}), kNone);
}

TEST(PerfRegionsTest, AreAsAnArrayOfAddresses) {
  constexpr uint64_t kEnd = 200;
  std::mt19937 random(5);
  const auto below = [&random](uint64_t end) { return uint64_t{random()} % end; };
  PerfRegions regions;
  std::vector<PerfRegions::Table> tables(1);
  std::vector<std::vector<uint32_t>> expected(1, std::vector<uint32_t>(kEnd, kNone));
  for (uint32_t step = 0; step < 3000; ++step) {
    const size_t at = below(tables.size());
    if (below(8) == 0) {
      const size_t to = below(12);
      if (to >= tables.size()) {
        tables.push_back(regions.Copy(tables[at]));
        expected.push_back(std::vector<uint32_t>(expected[at]));
      } else {
        tables[to] = regions.Copy(tables[at]);
        expected[to] = std::vector<uint32_t>(expected[at]);
      }
      continue;
    }
    const uint64_t begin = below(kEnd);
    const uint64_t end =
        begin + below(below(10) == 0 ? kEnd - begin + 1 : std::min<uint64_t>(6, kEnd - begin + 1));
    ASSERT_TRUE(regions.Put(tables[at], begin, end, step));
    for (uint64_t address = begin; address < end; ++address) expected[at][address] = step;
    for (size_t i = 0; i < tables.size(); ++i)
      ASSERT_EQ(ValuesOf(regions, tables[i], kEnd), expected[i]) << "table " << i << " after step " << step;
  }
}

// Neither depends on the order of the addresses, nor does a copy on how much there is.
TEST(PerfRegionsTest, MayBeManyFromAboveAndCopiedOften) {
  constexpr uint32_t kCount = 200'000, kCopies = 20'000;
  PerfRegions regions;
  PerfRegions::Table table;
  for (uint32_t i = 0; i < kCount; ++i) {
    const uint64_t begin = uint64_t{kCount - i} * 16;
    ASSERT_TRUE(regions.Put(table, begin, begin + 8, i));
  }
  std::vector<PerfRegions::Table> copies;
  for (uint32_t i = 0; i < kCopies; ++i) {
    copies.push_back(regions.Copy(table));
    const uint64_t begin = uint64_t{i + 1} * 16;
    ASSERT_TRUE(regions.Put(copies.back(), begin, begin + 4, kCount + i));
  }
  for (uint32_t i = 0; i < kCopies; i += 97) {
    const uint64_t begin = uint64_t{i + 1} * 16;
    EXPECT_EQ(regions.ValueAt(table, begin), kCount - 1 - i);
    EXPECT_EQ(regions.ValueAt(copies[i], begin), kCount + i);
    EXPECT_EQ(regions.ValueAt(copies[i], begin + 4), kCount - 1 - i);
    EXPECT_EQ(regions.ValueAt(copies[i], begin + 16), kCount - 2 - i);
  }
}

}  // namespace
}  // namespace ringscope::perf_data_processes_test
