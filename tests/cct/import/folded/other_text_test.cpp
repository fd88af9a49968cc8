#include "cct/import/folded/other_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "cct/import/importer.h"
#include "tests/cct/import/import_text.h"

namespace ringscope {
namespace {

TEST(OtherText, IsToldByWhatNamesOfFunctionsHardlyHave) {
  for (const std::string_view stack :
       {"  indented", "MemFree:", "cached =", "x 1,", "cpu 10 20 30", "2024-01-01 started worker",
        "at 10:00:02 queue size", "[15:47:52.12] done", "2024-01-01T10:00:00Z done",
        "cpu family :", "update tree:", "this line of prose has seven words"}) {
    EXPECT_TRUE(LooksLikeOtherText(stack)) << stack;
  }
  for (const std::string_view stack : {"",
                                       "main",
                                       "[unknown]",
                                       "operator new[](unsigned long)",
                                       "worker 3",
                                       "f(int, int, int, int, int, int)",
                                       "<T as core::convert::Into<U> >::into",
                                       "work (script.py:12)",
                                       "FS Broker",
                                       "a::b",
                                       "std::",
                                       "0x7f0012",
                                       "-[NSString a: b:]",
                                       "java-?/3244",
                                       "[GC worker 3 4 5]",
                                       "10",
                                       ")]>",
                                       "<",
                                       "::",
                                       "1234-56",
                                       "operator=",
                                       "std::string::operator==",
                                       "GHC.Base.>>=",
                                       "Thread: main",
                                       "worker thread 1: poll",
                                       "partial apply forwarder for closure #1 in Foo.bar()",
                                       "closure #1 in closure #2 in Foo.bar(_:)",
                                       "invocation function for block in do_it"}) {
    EXPECT_FALSE(LooksLikeOtherText(stack)) << stack;
  }
}

TEST(OtherText, IsNoneWhereMostLinesAreStacks) {
  EXPECT_TRUE(test::Import("at 10:00 5\nmain;work 3\nmain 2\n"));
  EXPECT_TRUE(test::Import("main 3\nMemFree: 4\nwork 5\n"));
  EXPECT_TRUE(test::Import("main 3\nMemFree: 4\n"));
  EXPECT_FALSE(test::Import("main 3\nMemFree: 4\nMemTotal: 5\n"));
  EXPECT_TRUE(test::Import("main;work 3\nMemFree: 4\nMemTotal: 5\n"));
  // What separates frames tells more than what a frame is called.
  EXPECT_TRUE(test::Import("at 10:00: 1 2;and then: 5\n"));
  EXPECT_FALSE(test::Import("index 1 2 called main [3]\n"));
  EXPECT_TRUE(test::Import("main [3]\n"));
}

}  // namespace
}  // namespace ringscope
