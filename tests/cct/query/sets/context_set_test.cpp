#include "cct/query/sets/context_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace ringscope::context_set_test {
namespace {

// Every operation against a std::set, for runs at and off the edges of words.
TEST(ContextSet, AgreesWithAnOrderedSet) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const uint32_t n = static_cast<uint32_t>(random() % 300);
    ContextSet set(n);
    std::set<ContextId> expected;
    const auto run = [&] {
      // Also beyond the end and the wrong way round.
      const auto edge = [&] {
        return static_cast<ContextId>(random() % 3 == 0 ? random() % 6 * 64 : random() % (n + 20));
      };
      return ContextRange{edge(), edge()};
    };
    for (int step = 0; step < 20; ++step) {
      const ContextRange where = run();
      const ContextId one = static_cast<ContextId>(random() % (n + 1));
      switch (random() % 4) {
        case 0:
          set.InsertRange(where);
          for (ContextId i = where.begin; i < std::min(where.end, n); ++i) expected.insert(i);
          break;
        case 1:
          if (one < n) {
            set.Insert(one);
            expected.insert(one);
          }
          break;
        default:
          if (one < n) {
            set.Erase(one);
            expected.erase(one);
          }
      }
      const ContextRange asked = run();
      std::vector<ContextId> inside;
      for (const ContextId i : expected) {
        if (asked.begin <= i && i < asked.end) inside.push_back(i);
      }
      ASSERT_EQ(set.CountIn(asked), inside.size());
      ASSERT_EQ(set.AnyIn(asked), !inside.empty());
      ASSERT_EQ(set.FirstIn(asked), inside.empty() ? kNoContext : inside.front());
      ASSERT_EQ(set.LastIn(asked), inside.empty() ? kNoContext : inside.back());
      std::vector<ContextId> visited;
      set.ForEachIn(asked, [&](ContextId i) { visited.push_back(i); });
      ASSERT_EQ(visited, inside);
      ASSERT_EQ(set.Count(), expected.size());
      ASSERT_EQ(set.contains(one), expected.contains(one));
      ASSERT_FALSE(set.contains(n));
    }
  }
}

TEST(ContextSet, BitsBeyondTheLastContextStayZero) {
  ContextSet set(70);
  set.InsertRange({0, 1000});
  EXPECT_EQ(set.words()[1], 63u);
  EXPECT_EQ(set.Count(), 70u);
}

}  // namespace
}  // namespace ringscope::context_set_test
