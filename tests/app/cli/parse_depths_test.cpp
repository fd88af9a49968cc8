#include <gtest/gtest.h>

#include "app/cli/commands/bench_measure.h"

namespace ringscope::parse_depths_test {
namespace {

using Depths = std::vector<uint32_t>;

TEST(ParseDepthsTest, ListsAndProgressions) {
  EXPECT_EQ(ParseDepths("7"), Depths{7});
  EXPECT_EQ(ParseDepths("2,5,10"), (Depths{2, 5, 10}));
  EXPECT_EQ(ParseDepths("2,5,10,...,30"), (Depths{2, 5, 10, 15, 20, 25, 30}));
  EXPECT_EQ(ParseDepths("2,4,...,7"), (Depths{2, 4, 6, 7}));
  EXPECT_EQ(ParseDepths("1,2,...,4,10,20,...,40"), (Depths{1, 2, 3, 4, 10, 20, 30, 40}));
}

TEST(ParseDepthsTest, WhatIsNoListIsEmpty) {
  for (const char* text : {"", ",", "0", "a", "1,", "1x", "-1", "...", "1,...", "1,2,...", "...,3", "1,...,3",
                           "3,2,...,9", "5,10,...,7", "1,2,...,...,9", "99999999999"}) {
    EXPECT_TRUE(ParseDepths(text).empty()) << text;
  }
}

}  // namespace
}  // namespace ringscope::parse_depths_test
