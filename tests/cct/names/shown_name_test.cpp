#include "cct/names/shown_name.h"

#include <gtest/gtest.h>

namespace ringscope::shown_name_test {
namespace {

TEST(ShownNameTest, WhatCanBeSeenIsShownAsItIs) {
  for (const std::string_view name : {"main", " main", "\xE2\x80\x8Bmain", "-", "\xC3\xA9", "\xFF", "0"})
    EXPECT_EQ(ShownName(name), name);
}

TEST(ShownNameTest, SomethingStandsForANameOfWhichNothingCanBeSeen) {
  EXPECT_EQ(ShownName(""), "[unknown]");
  using std::string_view_literals::operator""sv;
  for (const std::string_view name : {" "sv, "\t \n"sv, "\0"sv, "\x7F"sv, "\xC2\xA0"sv, "\xE2\x80\x8B"sv,
                                      "\xEF\xBB\xBF \xE2\x81\xA0"sv, "\xE3\x80\x80"sv, "\xEF\xB8\x8F"sv})
    EXPECT_EQ(ShownName(name), "[blank]") << name;
}

}  // namespace
}  // namespace ringscope::shown_name_test
