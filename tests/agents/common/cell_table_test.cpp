#include "agents/common/cell_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ringscope::cell_table_test {
namespace {

TEST(CellTable, FindsWhatAMapFinds) {
  std::mt19937_64 random(7);
  CellTable table;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> reference;
  std::vector<std::pair<uint32_t, uint32_t>> keys{{0, 0}};
  for (int step = 0; step < 30000; ++step) {
    const std::pair<uint32_t, uint32_t> key(random() % 300, random() % 300);
    const uint32_t hash = CellTable::Hash(key.first, key.second);
    const uint32_t found = table.Find(hash, [&](uint32_t cell) { return keys[cell] == key; });
    const auto known = reference.find(key);
    ASSERT_EQ(found, known == reference.end() ? 0 : known->second);
    if (found == 0) {
      ASSERT_TRUE(table.Reserve(1));
      table.Insert(hash, static_cast<uint32_t>(keys.size()));
      reference[key] = static_cast<uint32_t>(keys.size());
      keys.push_back(key);
    }
  }
  table.Clear();
  EXPECT_EQ(table.Find(1, [](uint32_t) { return true; }), 0u);
}

TEST(CellTable, TellsCellsOfOneHashApart) {
  CellTable table;
  ASSERT_TRUE(table.Reserve(3));
  for (uint32_t cell = 1; cell <= 3; ++cell) {
    table.Insert(5, cell);
  }
  for (uint32_t cell = 1; cell <= 3; ++cell) {
    EXPECT_EQ(table.Find(5, [&](uint32_t found) { return found == cell; }), cell);
  }
  EXPECT_EQ(table.Find(5, [](uint32_t) { return false; }), 0u);
}

}  // namespace
}  // namespace ringscope::cell_table_test
