#include "cct/import/perf/perf_line.h"

#include <gtest/gtest.h>

namespace ringscope::perf_line_test {
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
  EXPECT_FALSE(header->frame);
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
  EXPECT_FALSE(trace->frame);
  EXPECT_EQ(ParsePerfHeader("a 1 1.5: 3 raw 0x1a2: ")->event, "raw 0x1a2");
}

TEST(PerfHeader, ReadsOldLinesWithoutATime) {
  const auto header = ParsePerfHeader("java 19983 cycles: ");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->command, "java");
  EXPECT_EQ(header->tid, "19983");
  EXPECT_EQ(header->event, "cycles");
}

TEST(PerfHeader, SkipsFieldsBehindTheTask) {
  for (const char* line : {"a b 12 [001] K      1.5: 7 cycles: ", "a b 12 U  [001]     1.5: 7 cycles: ",
                           "a b 12 [001] Hg 2026-08-01 16:22:40.054600 1.5: 7 cycles: "}) {
    const auto header = ParsePerfHeader(line);
    ASSERT_TRUE(header) << line;
    EXPECT_EQ(header->command, "a b") << line;
    EXPECT_EQ(header->tid, "12") << line;
    EXPECT_EQ(header->event, "cycles") << line;
  }
}

TEST(PerfHeader, TakesTheFrameBehindTheEvent) {
  const auto text = [](const char* line) {
    const auto header = ParsePerfHeader(line);
    return header && header->frame ? std::string(header->frame->text) : "none";
  };
  EXPECT_EQ(text("a 1 1.5: 7 cycles:      7f5c8a79bb97 main+0x7 (/bin/a)"), "main+0x7 (/bin/a)");
  EXPECT_EQ(text("a 1 1.5: 7 cycles:  ffffffff9b201293 [unknown] ([unknown])"), "[unknown] ([unknown])");
  EXPECT_EQ(text("a 1 1.5: 7 cycles: 401000 main (/bin/a)"), "main (/bin/a)");
  EXPECT_EQ(text("a 1 1.5: 7 cycles:      7f5c8a79bb97 main+0x7"), "main+0x7");
  EXPECT_EQ(text("a 1 1.5: 7 faults:      7f6d0378c408 data (/lib/b)      56093817e52d main (/bin/a)"),
            "main (/bin/a)");
  EXPECT_EQ(text("a 1 1.5: sched:sched_wakeup: comm=b pid=18 cpu=000 ffffffff813a83e5 wake ([kernel])"),
            "wake ([kernel])");
  EXPECT_EQ(text("a 1 1.5: sched:sched_wakeup: comm=b pid=18 cpu=000               0"), "none");
  EXPECT_EQ(text("a 1 1.5: some:event: dead beef"), "none");
}

TEST(PerfHeader, ReadsLinesWithoutATimeThatHaveAFrame) {
  const auto header =
      ParsePerfHeader("  a b 12     200000 cpu-clock:  ffffffff816ca03a f+0x3a ([kernel.kallsyms])");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->command, "a b");
  EXPECT_EQ(header->period, 200000u);
  EXPECT_EQ(header->event, "cpu-clock");
  ASSERT_TRUE(header->frame);
  EXPECT_EQ(header->frame->text, "f+0x3a ([kernel.kallsyms])");
}

TEST(PerfHeader, ReadsLinesWithoutAnEvent) {
  const auto bare = ParsePerfHeader("a b 12/13   1.5: ");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->event, "");
  EXPECT_FALSE(bare->has_period);
  const auto with_period = ParsePerfHeader("a b 12 1.5:     200000      7fd0d1837c2a f+0x1 (/bin/a)");
  ASSERT_TRUE(with_period);
  EXPECT_EQ(with_period->period, 200000u);
  ASSERT_TRUE(with_period->frame);
  EXPECT_EQ(with_period->frame->text, "f+0x1 (/bin/a)");
  const auto decimal = ParsePerfHeader("a b 12 1.5:            401000 f (/bin/a)");
  ASSERT_TRUE(decimal);
  EXPECT_FALSE(decimal->has_period);
  ASSERT_TRUE(decimal->frame);
  EXPECT_EQ(decimal->frame->text, "f (/bin/a)");
}

TEST(PerfHeader, RefusesOtherLines) {
  for (const char* line : {"", ":", "nothing here", "a;b;c 12", "\t401000 main+0x10 (/bin/a)",
                           "12:34:56.789: hello", "at 10.5: something without a task",
                           "a b c 1.5: ", "note: see below:", "a 1 1.5: hello", "a 1 1.5: 12 hello"}) {
    EXPECT_FALSE(ParsePerfHeader(line)) << line;
  }
}

TEST(PerfHeader, TakesNoPeriodForAThread) {
  EXPECT_FALSE(ParsePerfHeader("a b    5000000 cycles: "));
  EXPECT_FALSE(ParsePerfHeader("a b 5000000000 cycles: "));
}

TEST(PerfFields, AreToldByTheirColumns) {
  const auto text = [](const char* line) {
    const PerfHeader header = ParsePerfFields(line);
    std::string fields = std::string(header.command) + "|" + std::string(header.pid) + "|" +
                         std::string(header.tid) + "|" + std::string(header.event);
    if (header.has_period) fields += "|" + std::to_string(header.period);
    if (header.frame) fields += "|" + std::string(header.frame->text);
    return fields;
  };
  EXPECT_EQ(text("a b "), "a b|||");
  EXPECT_EQ(text("Thread 12 "), "Thread 12|||");
  EXPECT_EQ(text("Thread    12 "), "Thread||12|");
  EXPECT_EQ(text("a b 17385 "), "a b||17385|");
  EXPECT_EQ(text("17385 "), "||17385|");
  EXPECT_EQ(text("a b 17385/17386 "), "a b|17385|17386|");
  EXPECT_EQ(text("   5000000 "), "||||5000000");
  EXPECT_EQ(text("a b    5000000 "), "a b||||5000000");
  EXPECT_EQ(text("a b 17385    5000000 "), "a b||17385||5000000");
  EXPECT_EQ(text("a b 14946.213615: "), "a b|||");
  EXPECT_EQ(text("14946.213615:    5000000 "), "||||5000000");
  EXPECT_EQ(text("a b 17385 [001] 14946.213615:    5000000 "), "a b||17385||5000000");
  EXPECT_EQ(text("a b cpu-clock:u: "), "a b|||cpu-clock:u");
  EXPECT_EQ(text("cpu-clock: "), "|||cpu-clock");
  EXPECT_EQ(text("14946.213615: cpu-clock: "), "|||cpu-clock");
  EXPECT_EQ(text("a b    5000000 cpu-clock: "), "a b|||cpu-clock|5000000");
  EXPECT_EQ(text("a b sched:sched_switch: prev=b:1 [120] R ==> c:2"), "a b|||sched:sched_switch");
  EXPECT_EQ(text("             a b      55ea07e1b135 f::g (x: int) (/bin/a)"),
            "a b||||f::g (x: int) (/bin/a)");
  EXPECT_EQ(text("     55ea07e1b135 f (/bin/a)"), "||||f (/bin/a)");
}

TEST(PerfHeader, ReadsTheTime) {
  const auto time_ns = [](std::string_view line) { return ParsePerfHeader(line)->time_ns; };
  EXPECT_EQ(time_ns("a 1 1.5: 1 cycles:"), 1'500'000'000u);
  EXPECT_EQ(time_ns("a 1 12345.678901: 1 cycles:"), 12'345'678'901'000u);
  EXPECT_EQ(time_ns("a 1 12345.6789012345: 1 cycles:"), 12'345'678'901'234u);
  EXPECT_EQ(time_ns("a 1 9000000000.5: 1 cycles:"), 9'000'000'000'500'000'000u);
  EXPECT_EQ(time_ns("a 1 9300000000.5: 1 cycles:"), std::nullopt);
  EXPECT_EQ(time_ns("a 1 99999999999999999999999.5: 1 cycles:"), std::nullopt);
  EXPECT_EQ(time_ns("a 1 1 cycles:"), std::nullopt);
  EXPECT_EQ(ParsePerfFields("a     1 [000]     7.000001:").time_ns, 7'000'001'000u);
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
}  // namespace ringscope::perf_line_test
