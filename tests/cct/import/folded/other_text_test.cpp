
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "cct/import/importer.h"
#include "tests/cct/import/import_text.h"

namespace ringscope::other_text_test {
namespace {

TEST(OtherText, IsToldByWhatNamesOfFunctionsHardlyHave) {
  for (const std::string_view name :
       {"  indented", "MemFree:", "cached =", "x 1,", "cpu 10 20 30", "2024-01-01 10:00:00 started worker",
        "cpu family :", "update tree:", "this line of prose has seven words", "main ", "main\t3", "12", "1.5",
        "80%", "1,234", "1/3"}) {
    EXPECT_FALSE(test::Import(std::string(name) + " 5\n")) << name;
  }
  for (const std::string_view name : {"main",
                                      "[unknown]",
                                      "operator new[](unsigned long)",
                                      "worker 3",
                                      "f(int, int, int, int, int, int)",
                                      "<T as core::convert::Into<U> >::into",
                                      "work (script.py:12)",
                                      "FS Broker",
                                      "a::b",
                                      "std::",
                                      "-[NSString a: b:]",
                                      "java-?/3244",
                                      "[GC worker 3 4 5]",
                                      ")]>",
                                      "<",
                                      "::",
                                      "operator=",
                                      "std::string::operator==",
                                      "GHC.Base.>>=",
                                      "Thread: main",
                                      "worker thread 1: poll",
                                      "block (2 levels) in do_it",
                                      "invocation function for block in do_it"}) {
    EXPECT_TRUE(test::Import(std::string(name) + " 5\n")) << name;
  }
}

TEST(OtherText, HasZerosNumbersOrTabsWhereStacksHaveNone) {
  // Counters of the kernel.
  EXPECT_FALSE(test::Import("nr_free_pages 5\nnr_zone_inactive_anon 3\nnr_unstable 0\nnr_bounce 0\n"));
  EXPECT_FALSE(test::Import("proc /proc proc rw,relatime 0 0\nsysfs /sys sysfs rw 0 0\n"));
  EXPECT_FALSE(test::Import("3 5\n4 6\n"));
  EXPECT_FALSE(test::Import("15951.10 2599.66\n"));
  EXPECT_FALSE(test::Import("portmapper\t100000\nrstatd\t\t100001\n"));
  EXPECT_FALSE(test::Import("Rss        5\nPss        3\n"));
  EXPECT_FALSE(test::Import("\x8b\x02main;f 1\n"));
  EXPECT_FALSE(test::Import("main\x02 1\nwork 3\nf\x03 2\n"));
  // A frame or two of stacks may be so.
  EXPECT_TRUE(test::Import("a 5\nb 3\nc 1\nd 1\ne 1\nf 1\ng 1\nh 1\ni 0\n"));
  EXPECT_TRUE(test::Import("a 5 0\nb 0 3\n"));
  EXPECT_TRUE(test::Import("main;f 0\nmain;g 0\n"));
  EXPECT_TRUE(test::Import("3 5\nmain;f 6\n"));
  EXPECT_TRUE(test::Import("main;f\t5\nmain\t3\n"));
  EXPECT_TRUE(test::Import("main;\x02 3\n"));
}

TEST(OtherText, OfJsonHasAValueBehindItsBrackets) {
  EXPECT_TRUE(test::Import("[[kernel.kallsyms]];f 5\nmain 3\n"));
  EXPECT_TRUE(test::Import("[[vdso]] 5\nmain;f 3\n"));
  EXPECT_FALSE(test::Import("[[\n 1, 2\n 3\n"));
  EXPECT_FALSE(test::Import("[[null, 5\n 3\n"));
  EXPECT_FALSE(test::Import("[[\"a\", 5\n 3\n"));
}

TEST(OtherText, IsNoneWhereMostLinesAreStacks) {
  EXPECT_TRUE(test::Import("at 10:00 5\nmain;work 3\nmain 2\n"));
  EXPECT_TRUE(test::Import("a 5\nb 3\nc 1\nd 1\ne 1\nf 1\ng 1\nMemFree: 4\n"));
  EXPECT_FALSE(test::Import("main 3\nMemFree: 4\nMemTotal: 5\n"));
  EXPECT_TRUE(test::Import("main;work 3\nMemFree: 4\nMemTotal: 5\n"));
  // What separates frames tells more than what a frame is called.
  EXPECT_TRUE(test::Import("at 10:00: 1 2;and then: 5\n"));
  EXPECT_FALSE(test::Import("index 1 2 called main [3]\n"));
  EXPECT_TRUE(test::Import("main [3]\n"));
}

}  // namespace
}  // namespace ringscope::other_text_test
