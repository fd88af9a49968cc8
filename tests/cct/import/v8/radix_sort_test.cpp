#include "cct/import/v8/trace_slices.h"

#include <gtest/gtest.h>

#include <random>

namespace ringscope::radix_sort_test {
namespace {

struct Item {
  uint64_t number;
  size_t place;
  friend bool operator==(const Item&, const Item&) = default;
};

TEST(SortByNumber, SortsAndKeepsTheOrderOfEqualOnes) {
  std::mt19937_64 random(3);
  for (const size_t count : {0u, 1u, 300u, 512u, 5000u}) {
    for (const uint32_t bits : {0u, 3u, 11u, 12u, 40u, 64u}) {
      std::vector<Item> items;
      const uint64_t least = bits == 64 ? 0 : random() >> 2;
      for (size_t i = 0; i < count; ++i)
        items.push_back({bits == 0 ? least : least + (random() >> (64 - bits)), i});
      std::vector<Item> expected = items;
      std::stable_sort(expected.begin(), expected.end(),
                       [](const Item& a, const Item& b) { return a.number < b.number; });
      SortByNumber(items, [](const Item& item) { return item.number; });
      EXPECT_EQ(items, expected) << count << " of " << bits << " bits";
    }
  }
}

}  // namespace
}  // namespace ringscope::radix_sort_test
