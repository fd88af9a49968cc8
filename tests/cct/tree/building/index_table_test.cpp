#include "cct/tree/building/index_table.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>
#include <vector>

namespace ringscope::index_table_test {
namespace {

// Against a table of the library, with hashes that spread, that are alike in the half that counts, and that
// are all one.
TEST(IndexTable, FindsWhatWasAddedAndNothingElse) {
  for (const uint64_t mask : {~uint64_t{0}, uint64_t{0x7} << 32, uint64_t{0}}) {
    std::mt19937_64 random(mask);
    const auto hash_of = [mask](uint64_t key) { return key * 0x9e3779b97f4a7c15ull & mask; };
    IndexTable table;
    std::vector<uint64_t> keys;
    std::unordered_map<uint64_t, uint32_t> expected;
    const auto is = [&](uint64_t key) { return [&, key](uint32_t index) { return keys[index] == key; }; };
    for (int i = 0; i < 3000; ++i) {
      if (i == 100 || i == 1000) table.Reserve(static_cast<size_t>(i));
      const uint64_t key = random() % 2000;
      const auto [known, is_new] = expected.try_emplace(key, static_cast<uint32_t>(keys.size()));
      ASSERT_EQ(table.IndexOf(hash_of(key), is(key)), is_new ? IndexTable::kNone : known->second);
      IndexTable::Slot& slot = table.Find(hash_of(key), is(key));
      ASSERT_EQ(slot.index == IndexTable::kNone, is_new);
      if (!is_new) continue;
      keys.push_back(key);
      if (i % 2 == 0) {
        table.Fill(slot, hash_of(key), known->second);
      } else {
        table.Add(hash_of(key), known->second);
      }
    }
    for (const auto& [key, index] : expected) ASSERT_EQ(table.IndexOf(hash_of(key), is(key)), index);
  }
}

}  // namespace
}  // namespace ringscope::index_table_test
