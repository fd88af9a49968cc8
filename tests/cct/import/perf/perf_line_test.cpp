#include "cct/import/perf/perf_line.h"

#include <gtest/gtest.h>

namespace ringscope {
namespace {

PerfSymbol Symbol(std::string_view line) {
  const auto frame = ParsePerfFrameLine(line);
  EXPECT_TRUE(frame) << line;
  return frame ? ParsePerfSymbol(*frame) : PerfSymbol{};
}

TEST(PerfHeader, FindsTheTaskFromTheTimeBackwards) {
  const auto header =
      ParsePerfHeader("FS Broker 5906  7564/7598 [003]  2574592.949428:          1 cycles:ppp: ");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->command, "FS Broker 5906");
  EXPECT_EQ(header->pid, "7564");
  EXPECT_EQ(header->tid, "7598");
  EXPECT_EQ(header->event, "cycles:ppp");
  EXPECT_TRUE(header->has_period);
  EXPECT_EQ(header->period, 1u);
  EXPECT_EQ(header->trailer, "");
}

TEST(PerfHeader, ReadsOneNumberAsTheThread) {
  const auto header = ParsePerfHeader("   swapper     0 [001] 1.5: cpu-clock: ");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->command, "swapper");
  EXPECT_EQ(header->pid, "");
  EXPECT_EQ(header->tid, "0");
  EXPECT_FALSE(header->has_period);
}

TEST(PerfHeader, KeepsColonsInEventNames) {
  EXPECT_EQ(ParsePerfHeader("a 1 1.5: 7 cpu/event=0x3c,umask=0x1/u: ")->event, "cpu/event=0x3c,umask=0x1/u");
  const auto trace = ParsePerfHeader("a 1 1.5: sched:sched_switch: prev=a:1 [120] R ==> b:2");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->event, "sched:sched_switch");
  EXPECT_EQ(trace->trailer, "prev=a:1 [120] R ==> b:2");
  EXPECT_EQ(ParsePerfHeader("a 1 1.5: 3 raw 0x1a2: ")->event, "raw 0x1a2");
}

TEST(PerfHeader, ReadsOldLinesWithoutATime) {
  const auto header = ParsePerfHeader("java 19983 cycles: ");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->command, "java");
  EXPECT_EQ(header->tid, "19983");
  EXPECT_EQ(header->event, "cycles");
}

TEST(PerfHeader, RefusesOtherLines) {
  for (const char* line :
       {"", ":", "nothing here", "a;b;c 12", "\t401000 main+0x10 (/bin/a)", "12:34:56.789: hello",
        "at 10.5: something without a task", "a b c 1.5: ", "note: see below:"}) {
    EXPECT_FALSE(ParsePerfHeader(line)) << line;
  }
}

TEST(PerfHeader, SaysWhenAPeriodIsTooLarge) {
  EXPECT_FALSE(ParsePerfHeader("a 1 1.5: 9223372036854775807 cycles:")->period_too_large);
  EXPECT_TRUE(ParsePerfHeader("a 1 1.5: 9223372036854775808 cycles:")->period_too_large);
  EXPECT_TRUE(ParsePerfHeader("a 1 1.5: 99999999999999999999999 cycles:")->period_too_large);
}

TEST(PerfEvent, LosesItsModifiersOnly) {
  EXPECT_EQ(WithoutEventModifiers("cycles:ppp"), "cycles");
  EXPECT_EQ(WithoutEventModifiers("cpu-clock:uhH"), "cpu-clock");
  EXPECT_EQ(WithoutEventModifiers("sched:sched_switch"), "sched:sched_switch");
  EXPECT_EQ(WithoutEventModifiers("cycles"), "cycles");
  EXPECT_EQ(WithoutEventModifiers(":u"), ":u");
}

TEST(PerfFrame, SplitsSymbolOffsetAndModule) {
  const PerfSymbol symbol =
      Symbol("\t    7f12 std::map<int, int>::operator[](int const&)+0x1c (/usr/lib/x.so)");
  EXPECT_EQ(symbol.symbol, "std::map<int, int>::operator[](int const&)");
  EXPECT_EQ(symbol.module, "/usr/lib/x.so");
  EXPECT_FALSE(symbol.inlined);
  EXPECT_EQ(symbol.kind, FrameKind::kUser);
}

TEST(PerfFrame, MatchesTheParenthesesOfModules) {
  EXPECT_EQ(Symbol("7f12 f (/tmp/my app (deleted))").module, "/tmp/my app (deleted)");
  EXPECT_EQ(Symbol("7f12 f() (/tmp/x (1))").symbol, "f()");
  EXPECT_EQ(Symbol("7f12 operator()(int) const").symbol, "operator()(int) const");
}

TEST(PerfFrame, KnowsWhereCodeComesFrom) {
  EXPECT_EQ(Symbol("ffffffff81000000 f ([kernel.kallsyms])").kind, FrameKind::kKernel);
  EXPECT_EQ(Symbol("ffffffffc1000000 f ([nf_conntrack])").kind, FrameKind::kKernel);
  EXPECT_EQ(Symbol("414b3b f (/lib/modules/4.1.0/build/vmlinux)").kind, FrameKind::kKernel);
  EXPECT_EQ(Symbol("12 f (/lib/modules/6.1/kernel/fs/ext4/ext4.ko.xz)").kind, FrameKind::kKernel);
  EXPECT_EQ(Symbol("7f12 f (/tmp/perf-123.map)").kind, FrameKind::kJit);
  EXPECT_EQ(Symbol("7f12 f (/tmp/jitted-123-4.so)").kind, FrameKind::kJit);
  EXPECT_EQ(Symbol("7f12 f (inlined)").kind, FrameKind::kInlined);
  EXPECT_TRUE(Symbol("7f12 f (inlined)").inlined);
  EXPECT_EQ(Symbol("0 [unknown] ([unknown])").kind, FrameKind::kSynthetic);
  EXPECT_EQ(Symbol("0 [unknown] ([unknown])").module, "");
}

TEST(PerfFrame, RefusesWhatHasNoAddress) {
  for (const char* line :
       {"", "\tmain (/bin/a)", "\t401000main (/bin/a)", "  file.cpp:12", "12345678901234567 f (x)"}) {
    EXPECT_FALSE(ParsePerfFrameLine(line)) << line;
  }
}

}  // namespace
}  // namespace ringscope
