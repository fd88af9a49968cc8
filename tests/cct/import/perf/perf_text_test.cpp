// Every form of line that `perf script` prints, for commands of every odd name: perf's own formats are
// written down here, so that what has to come out is known without perf.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/perf/perf_worker.h"
#include "tests/cct/import/import_text.h"

namespace ringscope::perf_text_test {
namespace {

// Names of commands that look like something else: addresses, comments, times, events, threads, frames,
// fields.
constexpr std::string_view kCommands[] = {
    "app",    "dd",    "ab",          "f",        "C2 CompilerThre", "#1 worker",    "#",     "# ========x",
    "x 1.5:", "x:",    "1.5:",        "a 1 1.5:", "a 1 1.5: 7 x:",   "12",           "7 8",   "12/34",
    "K",      "[000]", "a (b)",       "(/bin/x)", "401000 f (/x)",   "deadbeef (x)", "a;b",   "LOST 5 events",
    "e:u:",   "x:y:",  "kworker/0:1", "  two",    "perf 1 cycles:",  "ABI:2",        "insn:", "a/P/-/-/0",
};

// What perf prints of a sample is up to the fields asked for; each is printed as in perf's builtin-script.c.
struct Fields {
  std::string_view name;
  bool command = true, thread = true, process = false, cpu = true, time = true, period = true, event = true;
  bool symbols = true, modules = true, offsets = true;
  std::string_view extra = {};  // what is printed behind the frame or the stack
  bool source_lines = false;
};

struct Event {
  std::string_view name, trace;  // with the text of a trace point
};

std::string FirstLine(const Fields& fields, std::string_view command, const Event& event, bool has_chain) {
  std::string line;
  if (fields.command) line += fmt::format("{:>{}} ", command, has_chain ? 0 : 16);
  if (fields.process && fields.thread)
    line += fmt::format("{:>7}/{:<7} ", 1230, 1234);
  else if (fields.thread)
    line += fmt::format("{:>5} ", 1234);
  if (fields.cpu) line += "[002] ";
  if (fields.time) line += fmt::format("{:>12}: ", "100.000100");
  if (fields.period) line += fmt::format("{:>10} ", 1001001);
  if (fields.event) line += fmt::format("{:>14}: ", event.name);
  return line + std::string(event.trace);
}

std::string Frame(const Fields& fields, std::string_view address, std::string_view symbol,
                  std::string_view module) {
  std::string frame = fmt::format("{:>16}", address);
  if (fields.symbols) frame += fmt::format(" {}{}", symbol, fields.offsets ? "+0x17" : "");
  if (fields.modules) frame += fmt::format(" ({})", module);
  if (fields.source_lines) frame += "\n  some.cpp:12";
  return frame;
}

// Two samples that stand in other ones, so that each is behind a whole one.
std::string TextOf(const Fields& fields, std::string_view command, const Event& event, bool has_frames,
                   bool has_chain) {
  std::string text;
  for (int sample = 0; sample < 3; ++sample) {
    text += FirstLine(fields, sample == 1 ? "other" : command, event, has_chain && has_frames);
    if (has_frames && has_chain) {
      text += "\n\t" +
              Frame(fields, "401136", "std::vector<int, (a)1>::hot(int) const", "/srv/my app (deleted)") +
              "\n";
      text += "\t" + Frame(fields, "ffffffff810000ab", "main", "[kernel.kallsyms]") + "\n";
    } else if (has_frames) {
      text += " " + Frame(fields, "55c6a68d0140", "std::vector<int, (a)1>::hot(int) const",
                          "/srv/my app (deleted)");
    }
    text += fmt::format("{}\n", fields.extra);
  }
  return text;
}

struct Context {
  uint64_t period = 0, samples = 0;
  friend bool operator==(const Context&, const Context&) = default;
};

std::string PrintedName(const Cct& tree, ContextId context) {
  std::string path;
  for (const ContextId each : tree.PathTo(context)) {
    if (each != kRootContext) path += std::string(tree.FrameAt(each).name) + ";";
  }
  return path;
}

// Self costs by path.
std::map<std::string, Context> ContextsOf(const Cct& tree) {
  std::map<std::string, Context> contexts;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const Context self{tree.Self(context, 0), tree.Self(context, 1)};
    if (self.samples > 0) contexts[PrintedName(tree, context)] = self;
  }
  return contexts;
}

std::string ThreadName(const Fields& fields, std::string_view command) {
  const size_t first = command.find_first_not_of(' ');
  std::string name(fields.command ? command.substr(first) : std::string_view());
  if (fields.thread) return name + " (tid 1234)";
  return name.empty() ? "[unknown thread]" : name;
}

void ExpectRead(const Fields& fields, std::string_view command, const Event& event, bool has_frames,
                bool has_chain) {
  const std::string text = TextOf(fields, command, event, has_frames, has_chain);
  SCOPED_TRACE(fmt::format("{}, {}, {}:\n{}", fields.name, command, event.name, text));
  const CctPtr tree = test::Imported(text, {.threads = ThreadRing::kAlways});
  EXPECT_EQ(tree->report().format, "perf script");
  EXPECT_EQ(tree->report().skipped_count(), 0u);
  EXPECT_EQ(tree->report().record_count, 3u);
  std::string stack;
  if (has_frames) {
    stack = fields.symbols   ? "std::vector<int, (a)1>::hot(int) const;"
            : fields.modules ? "[my app (deleted)];"
                             : "[unknown];";
    if (has_chain)
      stack = (fields.symbols ? "main;" : fields.modules ? "[[kernel.kallsyms]];" : "[unknown];") + stack;
  }
  const uint64_t period = fields.period ? 1001001 : 1;
  std::map<std::string, Context> expected;
  for (const std::string_view each : {command, std::string_view("other"), command}) {
    Context& sum = expected[ThreadName(fields, each) + ";" + stack];
    sum.period += period;
    ++sum.samples;
  }
  EXPECT_EQ(ContextsOf(*tree), expected);
  const std::string_view event_name = fields.event ? event.name : "events";
  EXPECT_EQ(tree->metrics()[0].name, event_name);
}

constexpr Event kEvents[] = {
    {"cycles", {}},
    {"probe:vfs_read", "(ffffffff811f0a90)"},
    {"probe:ret__return", "(ffffffff811f0a90 <- ffffffff811f1000) arg1=0x12 s=\"a b: c\""},
    {"sched:sched_switch",
     "prev_comm=a:1 prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=b 1.5: next_pid=18"},
    {"syscalls:sys_enter_read", "fd: 0x00000003, buf: 0x7ffd1000, count: 0x00000400"},
    {"raw_syscalls:sys_enter", "NR 1 (1, 7ffd5a, 0, ffffffff, 0, 0)"},
    {"sched:sched_wakeup", "comm=dd pid=18 prio=0 target_cpu=000"},
};

// With a thread and a time or an event lines are recognized by themselves.
constexpr Fields kOfTasks[] = {
    {.name = "all"},
    {.name = "pid and tid", .process = true},
    {.name = "-cpu,-period", .cpu = false, .period = false},
    {.name = "-period", .period = false},
    {.name = "-comm", .command = false},
    {.name = "-sym", .symbols = false},
    {.name = "-symoff", .offsets = false},
    {.name = "-dso", .modules = false},
    {.name = "-dso,-symoff", .modules = false, .offsets = false},
    {.name = "+srcline", .source_lines = true},
    {.name = "+srcline,-dso", .modules = false, .source_lines = true},
    {.name = "+iregs", .extra = " ABI:2    AX:0x76f5    BX:0x61a80 "},
    {.name = "+iregs,-dso", .modules = false, .extra = " ABI:2    AX:0x76f5    BX:0x61a80 "},
    {.name = "+iregs,-dso,-symoff", .modules = false, .offsets = false, .extra = " ABI:2    AX:0x76f5 "},
    {.name = "+iregs,+uregs", .extra = " ABI:2    AX:0x76f5  ABI:2    AX:0x1 "},
    {.name = "+insnlen,+insn", .extra = " ilen: 4 insn: 48 0f af d0"},
    {.name = "+insn,-dso", .modules = false, .extra = " insn: dd 0f af d0"},
    {.name = "+brstack", .extra = " 0x401000/0x401100/P/-/-/0  0x401120/0x401000/M/X/A/12 "},
    {.name = "+brstack,-dso", .modules = false, .extra = " 0x401000/0x401100/P/-/-/0 "},
    {.name = "+brstack, printed with dso", .extra = " 0x401000(/bin/a)/0x401100(/bin/a)/-/-/-/0 "},
    {.name = "+brstacksym", .extra = " operator new(unsigned long)+0x1/main+0x2/P/-/-/0 "},
    {.name = "+brstacksym,-dso", .modules = false, .extra = " operator new(int)+0x1/main+0x2/P/-/-/0 "},
    {.name = "+phys_addr", .extra = "       123456789"},
    {.name = "+phys_addr,+data_page_size", .extra = "               0 N/A"},
    {.name = "+phys_addr,+data_page_size,-dso", .modules = false, .extra = "       123456789 4K 2M"},
    {.name = "+ipc", .extra = " \t IPC: 1.23 (123/100) "},
    {.name = "+iregs,+srcline", .extra = " ABI:2    AX:0x76f5 ", .source_lines = true},
    {.name = "+iregs,+phys_addr,-dso", .modules = false, .extra = " ABI:2    AX:0x76f5                0"},
};

TEST(PerfText, IsReadWhateverCommandsAreCalled) {
  for (const Fields& fields : kOfTasks) {
    for (const std::string_view command : kCommands) {
      for (const Event& event : kEvents) {
        for (const bool has_chain : {true, false}) ExpectRead(fields, command, event, true, has_chain);
      }
      if (HasFailure()) return;
    }
  }
}

// Trace points are printed without frames by default; there is no extra without them.
TEST(PerfText, IsReadWithoutFrames) {
  for (const Fields& fields : kOfTasks) {
    if (!fields.extra.empty() || fields.source_lines) continue;
    for (const std::string_view command : kCommands) {
      for (const Event& event : kEvents) ExpectRead(fields, command, event, false, false);
      if (HasFailure()) return;
    }
  }
}

// Where a thread or a time is missing, lines are told by what stands around them.
constexpr Fields kOfPlace[] = {
    {.name = "comm,time,period,event", .thread = false, .cpu = false},
    {.name = "comm,time,event", .thread = false, .cpu = false, .period = false},
    {.name = "comm,cpu,time,event", .thread = false, .period = false},
    {.name = "comm,tid,time", .cpu = false, .period = false, .event = false},
    {.name = "comm,tid,time,period", .cpu = false, .event = false},
    {.name = "comm,tid,cpu,event", .time = false, .period = false},
    {.name = "comm,tid,period,event", .cpu = false, .time = false},
    {.name = "comm,pid,tid,event", .process = true, .cpu = false, .time = false, .period = false},
    {.name = "comm,time,event,+iregs",
     .thread = false,
     .cpu = false,
     .period = false,
     .extra = " ABI:2    AX:0x1 "},
    {.name = "comm,time,event,+srcline",
     .thread = false,
     .cpu = false,
     .period = false,
     .source_lines = true},
};

TEST(PerfText, IsReadWhateverCommandsWithFewFieldsAreCalled) {
  for (const Fields& fields : kOfPlace) {
    for (const std::string_view command : kCommands) {
      // A number in front of the time is that of a thread, or a processor.
      if (!fields.thread && (IsDigit(command.back()) || command == "[000]")) continue;
      // A thread and a time are what a sample begins with where none has a time that could be told from it.
      if (!fields.time && command.starts_with("a 1 1.5:")) continue;
      for (const Event& event : kEvents) {
        if (!fields.event && !event.trace.empty()) continue;
        for (const bool has_chain : {true, false}) ExpectRead(fields, command, event, true, has_chain);
        if (fields.event && fields.extra.empty() && !fields.source_lines)
          ExpectRead(fields, command, event, false, false);
      }
      if (HasFailure()) return;
    }
  }
}

std::string LongStack(int frames, bool is_inlined) {
  std::string text = "app  1234 [002] 100.000100:  7 cycles: \n";
  if (is_inlined) text += "\t          401000 g (inlined)\n";
  for (int k = 0; k < frames; ++k) text += fmt::format("\t{:>16x} f{}+0x1 (/srv/app)\n", 0x401000 + k, k);
  return text + "\n";
}

// Frames are looked up many at a time, and are the same as those that are looked up one by one.
TEST(PerfText, LongStacksAreRead) {
  for (const int frames : {31, 32, 33, 64, 100}) {
    const CctPtr tree =
        test::Imported(LongStack(frames, false) + LongStack(frames, true), {.threads = ThreadRing::kAlways});
    std::string stack = ThreadName({}, "app") + ";";
    for (int k = frames; k-- > 0;) stack += fmt::format("f{};", k);
    EXPECT_EQ(tree->report().skipped_count(), 0u);
    EXPECT_EQ(ContextsOf(*tree), (std::map<std::string, Context>{{stack, {7, 1}}, {stack + "g;", {7, 1}}}));
  }
}

// The first fault is reported, even if a later line ends the reading of the frames in front of it.
TEST(PerfText, ADeepStackIsRefusedAtItsFrame) {
  std::string whole = LongStack(50, false), head = LongStack(40, false);
  whole.pop_back();  // the blank lines that end the samples
  head.pop_back();
  for (const std::string_view behind :
       {"\n", "", "\t401000 long (/srv/a name longer than a line may be)\n"}) {
    const auto tree =
        test::Import(whole + std::string(behind), {.max_stack_depth = 40, .max_record_bytes = 50});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().message, "expected stacks of at most 40 frames, found a deeper one");
    EXPECT_EQ(tree.error().byte_offset, head.size());
  }
}

// A text is cut at blank lines, which perf prints between a sample and what belongs to it too.
TEST(PerfText, WhatStandsBehindASampleIsKnownToWhicheverWorkerReadsIt) {
  constexpr std::string_view kText =
      "|31       int main() {\n"
      "dd   100 [000]    10.002000:        100 cycles: \n"
      "\t          401200 main+0x10 (/srv/app)\n\n";
  const ImportOptions options;
  for (const uint64_t offset_bytes : {0, 400}) {
    PerfWorker worker(options, PerfForm::kTasks, 100);
    ASSERT_TRUE(worker.ReadBlock({kText, offset_bytes, nullptr}, true));
    EXPECT_EQ(worker.report().record_count, 1u);
    EXPECT_EQ(worker.report().skipped_count(), offset_bytes == 0 ? 1u : 0u);
  }
}

}  // namespace
}  // namespace ringscope::perf_text_test
