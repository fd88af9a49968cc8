#include "cct/table/subtree_walk.h"

#include <gtest/gtest.h>

#include <new>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::subtree_walk_test {
namespace {

struct Counter {
  uint64_t seen = 0;
  uint64_t throws_at = ~uint64_t{0};

  bool Visit(ContextId /*context*/, ContextRange /*children*/) {
    if (++seen == throws_at) throw std::bad_alloc();
    return true;
  }
  void Open(ContextId /*context*/) {}
  void Close() {}
};

TEST(SubtreeWalk, WorkersSeeEachContextOnceTogether) {
  const CctPtr tree = test::RandomTree(1, {.contexts = 200'000});
  for (const size_t workers : {1, 2, 5}) {
    std::vector<Counter> counters(workers);
    ASSERT_TRUE(SubtreeWalk<Counter>(*tree, nullptr).Run({0, 1}, counters));
    uint64_t seen = 0;
    for (const Counter& counter : counters) seen += counter.seen;
    EXPECT_EQ(seen, tree->context_count());
  }
}

// The others wait for work of the one that throws.
TEST(SubtreeWalk, WhatAVisitorThrowsEndsIt) {
  const CctPtr tree = test::RandomTree(1, {.contexts = 20'000});
  for (const size_t workers : {1, 2, 5}) {
    std::vector<Counter> counters(workers);
    for (Counter& counter : counters) counter.throws_at = 1000;
    EXPECT_THROW((void)SubtreeWalk<Counter>(*tree, nullptr).Run({0, 1}, counters), std::bad_alloc);
  }
}

}  // namespace
}  // namespace ringscope::subtree_walk_test
