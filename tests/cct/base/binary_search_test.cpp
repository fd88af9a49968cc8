#include "cct/base/binary_search.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace ringscope::binary_search_test {
namespace {

TEST(BinarySearch, FindsTheFirstOfAllRangesAndBounds) {
  for (uint32_t begin = 0; begin < 5; ++begin) {
    for (uint32_t end = 0; end < 12; ++end) {
      for (uint32_t bound = 0; bound < 13; ++bound) {
        uint32_t expected = begin;
        while (expected < end && expected < bound) ++expected;
        const auto is_behind = [&](uint32_t number) {
          EXPECT_TRUE(begin <= number && number < end) << number;
          return number >= bound;
        };
        ASSERT_EQ(FirstWhere(begin, end, is_behind), expected) << begin << ' ' << end << ' ' << bound;
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::binary_search_test
