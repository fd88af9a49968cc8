#include "app/cli/recording/recorders/recorder_choice.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ringscope::recorder_choice_test {
namespace {

using Texts = std::vector<std::string>;

CommandLook LookOf(ProgramKind kind, FramePointers frame_pointers = FramePointers::kNone) {
  CommandLook look;
  look.kind = kind;
  look.program = "prog";
  look.program_word = 0;
  look.is_found = true;
  if (kind == ProgramKind::kNative)
    look.facts = {
        .is_program = true, .is_dynamic = true, .has_symbols = true, .frame_pointers = frame_pointers};
  return look;
}

// A machine on which everything is installed and allowed.
MachineFacts FullMachine() {
  MachineFacts machine;
  for (const std::string_view tool : RecorderPrograms())
    machine.tools.emplace(tool, "/usr/bin/" + std::string(tool));
  // Where its library is not looked for.
  machine.tools.erase("heaptrack");
  machine.agents = {{"ringscope-agent.jar", "/a/ringscope-agent.jar"},
                    {"libringscope_trace.so", "/a/libringscope_trace.so"},
                    {"ringscope_record", "/a/ringscope_record"}};
  machine.recordable_pythons = {".cpython-311-x86_64-linux-gnu.so"};
  machine.perf = PerfAccess::kAll;
  machine.has_counters = true;
  machine.has_tracepoints = true;
  machine.perf_event_paranoid = 1;
  return machine;
}

std::string ChosenName(const CommandLook& look, const MachineFacts& machine, Measure measure,
                       bool attaches = false, std::string_view tool = {}) {
  const Result<RecorderChoice> choice = ChooseRecorder({look, machine, measure, attaches}, tool);
  return choice ? std::string(choice->recorder->name) : choice.error().message;
}

TEST(ChooseRecorder, TakesTheBestForEachKindOfProgram) {
  const MachineFacts machine = FullMachine();
  struct Row {
    ProgramKind kind;
    FramePointers frame_pointers;
    Measure measure;
    const char* name;
  };
  constexpr auto kNo = FramePointers::kNone;
  const Row rows[] = {
      {ProgramKind::kNative, FramePointers::kMost, Measure::kCpu, "perf-fp"},
      {ProgramKind::kNative, FramePointers::kSome, Measure::kCpu, "perf-dwarf"},
      {ProgramKind::kNative, kNo, Measure::kCpu, "perf-dwarf"},
      {ProgramKind::kNative, FramePointers::kUnknown, Measure::kCpu, "perf-dwarf"},
      {ProgramKind::kNative, kNo, Measure::kHeap, "dhat"},
      {ProgramKind::kNative, kNo, Measure::kCalls, "callgrind"},
      {ProgramKind::kNative, kNo, Measure::kIo, "perf-calls"},
      {ProgramKind::kNative, kNo, Measure::kLocks, "perf-calls"},
      {ProgramKind::kJava, kNo, Measure::kCpu, "jfr"},
      {ProgramKind::kJava, kNo, Measure::kHeap, "jfr"},
      {ProgramKind::kJava, kNo, Measure::kLocks, "jfr"},
      {ProgramKind::kJava, kNo, Measure::kIo, "jfr"},
      {ProgramKind::kJava, kNo, Measure::kCalls, "agent-java"},
      {ProgramKind::kNode, kNo, Measure::kCpu, "node"},
      {ProgramKind::kNode, kNo, Measure::kHeap, "node"},
      {ProgramKind::kPython, kNo, Measure::kCpu, "py-spy"},
      {ProgramKind::kPython, kNo, Measure::kCalls, "agent-python"},
      {ProgramKind::kRuby, kNo, Measure::kCpu, "perf-dwarf"},
      {ProgramKind::kScript, kNo, Measure::kCpu, "perf-dwarf"},
      {ProgramKind::kUnknown, kNo, Measure::kHeap, "dhat"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(ChosenName(LookOf(row.kind, row.frame_pointers), machine, row.measure), row.name)
        << WordOf(kProgramKindWords, row.kind) << " " << WordOf(kMeasureWords, row.measure);
  }
}

TEST(ChooseRecorder, TakesRecordersOfCallsForProgramsThatTellThem) {
  CommandLook look = LookOf(ProgramKind::kNative);
  look.facts.tells_calls = true;
  EXPECT_EQ(ChosenName(look, FullMachine(), Measure::kCalls), "agent-native");
  EXPECT_EQ(ChosenName(look, FullMachine(), Measure::kCpu), "perf-dwarf");
  look.facts = {.is_program = true, .is_dynamic = true, .counts_calls = true};
  EXPECT_EQ(ChosenName(look, FullMachine(), Measure::kCalls), "uftrace");
}

TEST(ChooseRecorder, NothingTellsTheCallsOfNode) {
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kNode), FullMachine(), Measure::kCalls),
            "record: no known recorder tells the calls of a Node.js program; try --cpu, --heap, --locks, "
            "--io");
  MachineFacts bare;
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kNode), bare, Measure::kCalls),
            "record: no known recorder tells the calls of a Node.js program");
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kScript), bare, Measure::kCalls),
            "record: no known recorder tells the calls of a script; record the program that it starts");
}

TEST(ChooseRecorder, SaysWhatIsBetterAndHowToGetIt) {
  MachineFacts machine = FullMachine();
  machine.tools.erase("py-spy");
  const CommandLook python = LookOf(ProgramKind::kPython);
  Result<RecorderChoice> choice = ChooseRecorder({python, machine, Measure::kCpu}, "");
  ASSERT_TRUE(choice);
  EXPECT_EQ(ChoiceText(*choice),
            "recording with agent-python (every call: calls, wall time): prog is a Python program; every "
            "call is counted, which "
            "makes short functions dearer than they are; its time is wall time, in which waiting counts. "
            "Better: py-spy (samples "
            "of Python's own stacks), but py-spy is not installed: pip install py-spy");
  machine = FullMachine();
  machine.tools.erase("perf");
  const CommandLook native = LookOf(ProgramKind::kNative, FramePointers::kMost);
  choice = ChooseRecorder({native, machine, Measure::kCpu}, "");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->recorder->name, "callgrind");
  ASSERT_TRUE(choice->better);
  EXPECT_EQ(choice->better->recorder->name, "perf-fp");
  EXPECT_EQ(choice->better->obstacle.help, "sudo apt-get install linux-perf");
  machine.is_ubuntu = true;
  machine.is_root = true;
  choice = ChooseRecorder({native, machine, Measure::kCpu}, "");
  EXPECT_EQ(choice->better->obstacle.help, "apt-get install linux-tools-generic");
}

TEST(ChooseRecorder, SaysWhatKeepsPerfFromWorking) {
  const CommandLook native = LookOf(ProgramKind::kNative, FramePointers::kMost);
  MachineFacts machine = FullMachine();
  machine.perf = PerfAccess::kNone;
  machine.perf_event_paranoid = 3;
  const auto obstacle = [&] {
    for (const Recorder& one : AllRecorders()) {
      if (one.name == "perf-fp")
        return ObstacleOf(one, {native, machine, Measure::kCpu}).value_or(Obstacle{});
    }
    return Obstacle{};
  };
  EXPECT_EQ(obstacle().reason, "kernel.perf_event_paranoid is 3");
  EXPECT_EQ(obstacle().help, "`sudo sysctl kernel.perf_event_paranoid=1`");
  machine.is_container = true;
  machine.perf_event_paranoid = 2;
  EXPECT_EQ(obstacle().help,
            "start it with `docker run --cap-add PERFMON ...` (or `--security-opt seccomp=unconfined`)");
  machine.perf = PerfAccess::kUserCode;
  EXPECT_EQ(obstacle().reason, "");
}

TEST(ChooseRecorder, SaysWhereItFallsBackToLess) {
  const CommandLook native = LookOf(ProgramKind::kNative, FramePointers::kMost);
  MachineFacts machine = FullMachine();
  EXPECT_EQ(ChooseRecorder({native, machine, Measure::kCpu}, "")->shortcomings, std::vector<std::string>{});
  machine.perf = PerfAccess::kUserCode;
  machine.perf_event_paranoid = 2;
  machine.has_counters = false;
  EXPECT_EQ(ChooseRecorder({native, machine, Measure::kCpu}, "")->shortcomings,
            (std::vector<std::string>{"user code only, as kernel.perf_event_paranoid is 2 (`sudo sysctl "
                                      "kernel.perf_event_paranoid=1` lets it see the kernel)",
                                      "software clock, as this machine has no hardware counters"}));
}

TEST(ChooseRecorder, SaysWhichProgramsOfAScriptItDoesNotSee) {
  CommandLook look = LookOf(ProgramKind::kNode);
  look.others = {{.kind = ProgramKind::kNative, .program = "/bin/prog"},
                 {.kind = ProgramKind::kPython, .program = "python3"}};
  const MachineFacts machine = FullMachine();
  EXPECT_EQ(ChooseRecorder({look, machine, Measure::kCpu}, "")->shortcomings,
            Texts{"not /bin/prog, python3, which the script starts too (--tool perf samples all)"});
  EXPECT_EQ(ChooseRecorder({look, machine, Measure::kHeap}, "")->shortcomings,
            Texts{"not /bin/prog, python3, which the script starts too"});
  look.kind = ProgramKind::kNative;
  EXPECT_EQ(ChooseRecorder({look, machine, Measure::kCpu}, "perf-fp")->shortcomings, Texts{});
}

TEST(ChooseForCommand, TakesTheProgramOfAScriptThatCanBeRecorded) {
  const MachineFacts machine = FullMachine();
  CommandLook look = LookOf(ProgramKind::kNode);
  look.others = {{.kind = ProgramKind::kRuby, .program = "ruby"},
                 {.kind = ProgramKind::kPython, .program = "python3"}};
  CommandLook calls = look;
  Result<RecorderChoice> choice = ChooseForCommand(calls, machine, Measure::kCalls, "");
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_EQ(choice->recorder->name, "agent-python");
  EXPECT_EQ(calls.kind, ProgramKind::kPython);
  EXPECT_EQ(choice->shortcomings, Texts{"not ruby, prog, which the script starts too"});
  // What can be recorded of the program itself comes first.
  CommandLook samples = look;
  choice = ChooseForCommand(samples, machine, Measure::kCpu, "");
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_EQ(choice->recorder->name, "node");
  EXPECT_EQ(samples, look);
  // Where nothing helps, the sentence is about the program itself.
  look.others.resize(1);
  choice = ChooseForCommand(look, machine, Measure::kCalls, "");
  ASSERT_FALSE(choice);
  EXPECT_NE(choice.error().message.find("the calls of a Node.js program"), std::string::npos)
      << choice.error().message;
  EXPECT_EQ(look.kind, ProgramKind::kNode);
}

TEST(ChooseRecorder, ObeysAName) {
  const MachineFacts machine = FullMachine();
  const CommandLook native = LookOf(ProgramKind::kNative);
  EXPECT_EQ(ChosenName(native, machine, Measure::kCpu, false, "perf"), "perf-dwarf");
  EXPECT_EQ(ChosenName(native, machine, Measure::kCpu, false, "perf-fp"), "perf-fp");
  EXPECT_EQ(ChosenName(native, machine, Measure::kHeap, false, "valgrind"), "dhat");
  EXPECT_EQ(ChosenName(native, machine, Measure::kHeap, false, "perf-fp"),
            "--tool perf-fp: expected --cpu, found --heap");
  EXPECT_EQ(ChosenName(native, machine, Measure::kCpu, false, "jfr"),
            "--tool jfr: does not record the cpu of a native program");
  EXPECT_EQ(ChosenName(native, machine, Measure::kCpu, false, "gprof"),
            "--tool: expected one of " + RecorderNames() + ", found 'gprof'");
  MachineFacts without = machine;
  without.tools.clear();
  EXPECT_EQ(ChosenName(native, without, Measure::kCpu, false, "perf-fp"),
            "record: perf-fp would record the cpu of a native program, but perf is not installed: sudo "
            "apt-get install "
            "linux-perf");
}

TEST(ChooseRecorder, KnowsWhoAttaches) {
  const MachineFacts machine = FullMachine();
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kNative, FramePointers::kMost), machine, Measure::kCpu, true),
            "perf-fp");
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kJava), machine, Measure::kHeap, true), "jfr");
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kPython), machine, Measure::kCpu, true), "py-spy");
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kNode), machine, Measure::kHeap, true),
            "record: no known recorder tells the heap of a Node.js program that runs already; try --cpu, "
            "--locks, --io");
}

TEST(ChooseRecorder, SaysHowToGetOurOwnRecorders) {
  MachineFacts machine = FullMachine();
  machine.agents.clear();
  EXPECT_EQ(
      ChosenName(LookOf(ProgramKind::kPython), machine, Measure::kCalls),
      "record: agent-python would record the calls of a Python program, but agent-python is not built: after "
      "`sudo apt-get install python3-dev`, `./run` builds it (or RINGSCOPE_AGENTS names its folder)");
  machine.is_root = true;
  EXPECT_EQ(
      ChosenName(LookOf(ProgramKind::kJava), machine, Measure::kCalls),
      "record: agent-java would record the calls of a Java program, but agent-java is not built: after "
      "`apt-get install default-jdk-headless`, `./run` builds it (or RINGSCOPE_AGENTS names its folder)");
  EXPECT_EQ(ChosenName(LookOf(ProgramKind::kNative), machine, Measure::kCalls, false, "agent-native"),
            "record: agent-native would record the calls of a native program, but agent-native is not built: "
            "`./run` "
            "builds it (or RINGSCOPE_AGENTS names its folder)");
}

TEST(ChooseRecorder, TakesNoRecorderThatIsBuiltForAnotherPython) {
  MachineFacts machine = FullMachine();
  CommandLook look = LookOf(ProgramKind::kPython);
  look.interpreter = "python3";
  machine.pythons["python3"] = ".cpython-311-x86_64-linux-gnu.so";
  EXPECT_EQ(ChosenName(look, machine, Measure::kCalls), "agent-python");
  machine.pythons["python3"] = ".cpython-312-x86_64-linux-gnu.so";
  EXPECT_NE(ChosenName(look, machine, Measure::kCalls)
                .find("but agent-python is built for Python 3.11, and python3 is Python 3.12: `cmake "
                      "--preset release"),
            std::string::npos)
      << ChosenName(look, machine, Measure::kCalls);
  machine.tools.erase("py-spy");
  EXPECT_EQ(ChosenName(look, machine, Measure::kCpu), "perf-dwarf");
  // One that does not say is not known to be another one.
  machine.pythons.clear();
  EXPECT_EQ(ChosenName(look, machine, Measure::kCalls), "agent-python");
  look.ignores_variables = true;
  EXPECT_NE(ChosenName(look, machine, Measure::kCalls).find("prog is started with -E, -I or -S"),
            std::string::npos);
}

TEST(ChooseRecorder, TakesNoRecorderThatDoesNotKnowTheJava) {
  MachineFacts machine = FullMachine();
  CommandLook look = LookOf(ProgramKind::kJava);
  look.interpreter = "java";
  const auto chosen = [&](int version, Measure measure) {
    machine.javas["java"] = version;
    return ChosenName(look, machine, measure);
  };
  for (const int version : {0, 17, 25}) EXPECT_EQ(chosen(version, Measure::kCalls), "agent-java") << version;
  EXPECT_EQ(chosen(26, Measure::kCalls),
            "record: agent-java would record the calls of a Java program, but agent-java knows Java 17 to "
            "25, and java is "
            "Java 26: run it with one of these");
  EXPECT_EQ(chosen(11, Measure::kCpu), "jfr");
  EXPECT_EQ(chosen(8, Measure::kCpu), "perf-dwarf");
}

TEST(ChooseRecorder, SeesThatAVariableDoesNotReachTheProgram) {
  const MachineFacts machine = FullMachine();
  struct Row {
    ProgramKind kind;
    Measure measure;
    const char *variable, *with, *without;
  };
  const Row rows[] = {{ProgramKind::kNode, Measure::kCpu, "NODE_OPTIONS", "node", "perf-dwarf"},
                      {ProgramKind::kJava, Measure::kCpu, "JAVA_TOOL_OPTIONS", "jfr", "perf-dwarf"},
                      {ProgramKind::kPython, Measure::kCalls, "PYTHONPATH", "agent-python", nullptr},
                      {ProgramKind::kNative, Measure::kCalls, "LD_PRELOAD", "agent-native", "callgrind"}};
  for (const Row& row : rows) {
    CommandLook look = LookOf(row.kind);
    look.program_word = kNoWord;
    look.facts.tells_calls = true;
    look.lost_variables = {"A"};
    EXPECT_EQ(ChosenName(look, machine, row.measure), row.with);
    for (const std::string lost : {"*", row.variable}) {
      look.lost_variables = {"A", lost};
      const std::string chosen = ChosenName(look, machine, row.measure);
      if (row.without != nullptr) {
        EXPECT_EQ(chosen, row.without) << lost;
      }
      EXPECT_EQ(chosen.find(lost == "*" ? "`env -i` keeps PYTHONPATH from prog: leave -i out"
                                        : "`env` sets PYTHONPATH of prog itself") != std::string::npos,
                row.without == nullptr)
          << chosen;
    }
  }
  // Options that stand behind `java` reach it.
  CommandLook look = LookOf(ProgramKind::kJava);
  look.lost_variables = {"*"};
  EXPECT_EQ(ChosenName(look, machine, Measure::kCpu), "jfr");
}

TEST(ChooseRecorder, PutsNoLibraryInFrontOfAStaticProgram) {
  CommandLook look = LookOf(ProgramKind::kNative);
  look.facts.tells_calls = true;
  look.facts.is_dynamic = false;
  const Result<RecorderChoice> choice = ChooseRecorder({look, FullMachine(), Measure::kCalls}, "");
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_EQ(choice->recorder->name, "callgrind");
  EXPECT_NE(ChoiceText(*choice).find("but prog is linked statically: link it without -static"),
            std::string::npos)
      << ChoiceText(*choice);
  MachineFacts machine = FullMachine();
  machine.tools["heaptrack"] = "/usr/bin/heaptrack";
  EXPECT_NE(ChosenName(look, machine, Measure::kHeap).find("but prog is linked statically"),
            std::string::npos);
}

TEST(ChooseRecorder, SaysBeforeThatOnlyTheInterpreterIsSeen) {
  MachineFacts machine = FullMachine();
  machine.tools.erase("py-spy");
  const CommandLook python = LookOf(ProgramKind::kPython);
  const Result<RecorderChoice> choice = ChooseRecorder({python, machine, Measure::kCpu, true}, "");
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_NE(ChoiceText(*choice).find("the functions are those of what runs a Python program, not its own"),
            std::string::npos);
}

TEST(RecorderList, AsksForNoRightThatIsThere) {
  MachineFacts machine = FullMachine();
  machine.is_container = true;
  EXPECT_EQ(RecorderList(machine).find("PERFMON"), std::string::npos);
  machine.perf = PerfAccess::kNone;
  EXPECT_NE(RecorderList(machine).find("PERFMON"), std::string::npos);
}

TEST(ChooseRecorder, HeaptrackSeesTheFirstProgramAlone) {
  MachineFacts machine = FullMachine();
  machine.tools["heaptrack"] = "/usr/bin/heaptrack";
  CommandLook look = LookOf(ProgramKind::kNative);
  look.wrappers = {"sh"};
  const Result<RecorderChoice> choice = ChooseRecorder({look, machine, Measure::kHeap}, "");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->recorder->name, "dhat");
  ASSERT_TRUE(choice->better);
  EXPECT_EQ(choice->better->obstacle.help, "record prog itself");
}

// Every row can say everything, whatever it is asked.
TEST(AllRecorders, AreWhole) {
  MachineFacts machine = FullMachine();
  for (const Recorder& one : AllRecorders()) {
    EXPECT_NE(one.measures, 0U) << one.name;
    EXPECT_NE(one.plan, nullptr) << one.name;
    EXPECT_FALSE(one.what.empty()) << one.name;
    if (one.family != "agent") {
      EXPECT_FALSE(InstallText(one, machine).empty()) << one.name;
    }
  }
  const std::string list = "\n" + RecorderList(machine);
  for (const Recorder& one : AllRecorders())
    EXPECT_NE(list.find(fmt::format("\n{} ", one.name)), std::string::npos) << list;
  machine.tools.clear();
  EXPECT_NE(RecorderList(machine).find("linux-perf"), std::string::npos);
}

}  // namespace
}  // namespace ringscope::recorder_choice_test
