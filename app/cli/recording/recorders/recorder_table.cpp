#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "app/cli/recording/recorders/recorder.h"
#include "cct/base/text/join_texts.h"

namespace ringscope {
namespace {

using Fit = std::optional<Fitness>;

constexpr Measures kCpu = BitOf(Measure::kCpu);
constexpr Measures kCalls = BitOf(Measure::kCalls);
constexpr Measures kHeap = BitOf(Measure::kHeap);
constexpr Measures kLocks = BitOf(Measure::kLocks);
constexpr Measures kIo = BitOf(Measure::kIo);

// Whether the functions are those of the machine code.
bool IsNative(ProgramKind kind) { return kind == ProgramKind::kNative; }
bool HasRuntime(ProgramKind kind) {
  return kind == ProgramKind::kJava || kind == ProgramKind::kNode || kind == ProgramKind::kPython ||
         kind == ProgramKind::kRuby;
}
std::string KindText(const RecorderSituation& situation) { return KindText(situation.look.kind); }
std::string KindSentence(const RecorderSituation& situation) {
  return fmt::format("{} is {}", situation.look.program, KindText(situation));
}

// The fitness of a recorder for programs of this kind.
Fitness FitnessByKind(const RecorderSituation& situation, int rank, std::optional<Obstacle> obstacle = {},
                      std::vector<std::string> shortcomings = {}) {
  return {rank, KindSentence(situation), std::move(obstacle), std::move(shortcomings)};
}

// The obstacle of a recorder that reaches the program by a variable of its environment.
std::optional<Obstacle> VariableObstacle(const RecorderSituation& situation, std::string_view variable) {
  for (const std::string& lost : situation.look.lost_variables) {
    if (lost == kAllVariables)
      return Obstacle{fmt::format("`env -i` keeps {} from {}", variable, situation.look.program),
                      "leave -i out"};
    if (lost == variable)
      return Obstacle{fmt::format("`env` sets {} of {} itself", variable, situation.look.program),
                      "set it in front of `ringscope record` instead"};
  }
  return std::nullopt;
}
std::optional<Obstacle> StaticObstacle(const RecorderSituation& situation) {
  if (!situation.look.facts.is_program || situation.look.facts.is_dynamic) return std::nullopt;
  return Obstacle{fmt::format("{} is linked statically", situation.look.program), "link it without -static"};
}
// The obstacle of a recorder that puts a library in front of the program's own.
std::optional<Obstacle> PreloadObstacle(const RecorderSituation& situation) {
  if (auto linked = StaticObstacle(situation)) return linked;
  return VariableObstacle(situation, "LD_PRELOAD");
}

// The rank for programs with a runtime: samples of machine code are of their interpreter.
constexpr int kOfRuntime = 90;

std::vector<std::string> RuntimeShortcomings(const RecorderSituation& situation) {
  if (!HasRuntime(situation.look.kind)) return {};
  return {fmt::format("the functions are those of what runs {}, not its own", KindText(situation))};
}

// ---- perf

std::optional<Obstacle> PerfObstacle(const RecorderSituation& situation) {
  const MachineFacts& machine = situation.machine;
  if (machine.perf != PerfAccess::kNone) return std::nullopt;
  const int paranoid = machine.perf_event_paranoid.value_or(-1);
  if (machine.is_container && (machine.is_root || paranoid <= 2)) {
    return Obstacle{
        "the container does not let programs count events",
        "start it with `docker run --cap-add PERFMON ...` (or `--security-opt seccomp=unconfined`)"};
  }
  if (paranoid > 2 && !machine.is_root) {
    return Obstacle{fmt::format("kernel.perf_event_paranoid is {}", paranoid),
                    "`sudo sysctl kernel.perf_event_paranoid=1`"};
  }
  return Obstacle{"the kernel does not let programs count events", ""};
}

std::vector<std::string> PerfShortcomings(const RecorderSituation& situation) {
  std::vector<std::string> all = RuntimeShortcomings(situation);
  if (situation.machine.perf == PerfAccess::kUserCode) {
    all.push_back(
        fmt::format("user code only, as kernel.perf_event_paranoid is {} (`sudo sysctl "
                    "kernel.perf_event_paranoid=1` lets it see the kernel)",
                    situation.machine.perf_event_paranoid.value_or(2)));
  }
  if (!situation.machine.has_counters)
    all.emplace_back("software clock, as this machine has no hardware counters");
  if (situation.look.has_other_rights && !situation.machine.is_root)
    all.push_back(fmt::format("nothing of {} itself, as it runs with other rights", situation.look.program));
  return all;
}

Fit JudgeFramePointers(const RecorderSituation& situation) {
  const std::string& program = situation.look.program;
  const auto fit = [&](int rank, std::string reason) {
    return Fitness{IsNative(situation.look.kind) ? rank : kOfRuntime + 1, std::move(reason),
                   PerfObstacle(situation), PerfShortcomings(situation)};
  };
  switch (situation.look.facts.frame_pointers) {
    case FramePointers::kMost:
      return fit(10, program + " keeps frame pointers");
    case FramePointers::kSome:
      return fit(40,
                 program + " keeps frame pointers in a part of its functions: callers are missing elsewhere");
    case FramePointers::kNone:
      return fit(60, program + " keeps no frame pointers: callers are missing");
    case FramePointers::kUnknown:
      break;
  }
  return fit(30, KindSentence(situation) + "; whether it keeps frame pointers is not known");
}

Fit JudgeDwarf(const RecorderSituation& situation) {
  const bool is_native = IsNative(situation.look.kind);
  const ProgramFacts& facts = situation.look.facts;
  Fitness fit = FitnessByKind(situation, is_native ? 20 : kOfRuntime, PerfObstacle(situation),
                              PerfShortcomings(situation));
  if (facts.is_program && !facts.has_symbols && !facts.has_debug_information)
    fit.shortcomings.emplace_back("few names, as the program is stripped");
  const bool keeps_none = facts.frame_pointers == FramePointers::kNone;
  if (is_native && (keeps_none || facts.frame_pointers == FramePointers::kSome)) {
    fit.reason =
        fmt::format("{} keeps {} (built with {}, recording is much lighter)", situation.look.program,
                    keeps_none ? "no frame pointers" : "frame pointers in a part of its functions only",
                    facts.is_rust ? "-C force-frame-pointers=yes" : "-fno-omit-frame-pointer");
  }
  return fit;
}

Fit JudgeBranches(const RecorderSituation& situation) {
  if (!IsNative(situation.look.kind)) return std::nullopt;
  Fitness fit = FitnessByKind(situation, 25, PerfObstacle(situation), PerfShortcomings(situation));
  if (!fit.obstacle && !situation.machine.has_branch_records)
    fit.obstacle = Obstacle{"this processor keeps no record of branches", ""};
  return fit;
}

Fit JudgeSystemCalls(const RecorderSituation& situation) {
  Fitness fit = FitnessByKind(situation, situation.look.kind == ProgramKind::kJava ? kOfRuntime : 20,
                              PerfObstacle(situation), RuntimeShortcomings(situation));
  fit.shortcomings.emplace_back(situation.measure == Measure::kLocks
                                    ? "it counts waits and does not time them"
                                    : "it counts calls, not bytes");
  if (fit.obstacle || situation.machine.has_tracepoints) return fit;
  if (situation.machine.is_root)
    fit.obstacle = Obstacle{"the kernel's trace points are not mounted",
                            "`mount -t tracefs tracefs /sys/kernel/tracing`"};
  else
    fit.obstacle = Obstacle{
        "only root may read the kernel's trace points",
        "`sudo ringscope record ...` records and runs the program as root: for that use a machine of "
        "your own"};
  return fit;
}

// ---- memory of native programs

// Judges a recorder that sees every allocation of a native program; of programs with a runtime it sees those
// of the runtime.
Fit JudgeAllocations(const RecorderSituation& situation, int of_native, int of_others,
                     std::optional<Obstacle> obstacle) {
  const ProgramKind kind = situation.look.kind;
  // Java and Node.js manage memory themselves.
  if (situation.attaches || kind == ProgramKind::kJava || kind == ProgramKind::kNode) return std::nullopt;
  return FitnessByKind(situation, IsNative(kind) ? of_native : of_others, std::move(obstacle),
                       RuntimeShortcomings(situation));
}
std::optional<Obstacle> HeaptrackObstacle(const RecorderSituation& situation) {
  const auto shell = std::ranges::find_if(situation.look.wrappers, [](const std::string& name) {
    return name != "env" && name != "nice" && name != "exec" && name != "nohup";
  });
  if (shell != situation.look.wrappers.end()) {
    return Obstacle{fmt::format("heaptrack sees the first program alone, here {}", *shell),
                    std::filesystem::path(situation.look.program).filename() == *shell
                        ? "record the interpreter that it starts, by its path"
                        : fmt::format("record {} itself", situation.look.program)};
  }
  if (auto preload = PreloadObstacle(situation)) return preload;
  const auto tool = situation.machine.tools.find("heaptrack");
  if (tool != situation.machine.tools.end()) {
    const HeaptrackParts parts = PartsOfHeaptrack(tool->second);
    if (access(parts.library.c_str(), R_OK) != 0 || access(parts.interpreter.c_str(), X_OK) != 0)
      return Obstacle{fmt::format("{} is not where heaptrack has it", parts.library.string()), ""};
  }
  return std::nullopt;
}

Fit JudgeHeaptrack(const RecorderSituation& situation) {
  return JudgeAllocations(situation, 10, 50, HeaptrackObstacle(situation));
}
Fit JudgeDhat(const RecorderSituation& situation) {
  return JudgeAllocations(situation, 20, 60, StaticObstacle(situation));
}

Fit JudgeCallgrind(const RecorderSituation& situation) {
  if (situation.attaches || !IsNative(situation.look.kind)) return std::nullopt;
  const bool is_of_calls = situation.measure == Measure::kCalls;
  Fitness fit = FitnessByKind(situation, is_of_calls ? 50 : 70);
  if (is_of_calls)
    fit.shortcomings.emplace_back(
        "every call is in the tree, with its instructions, but calls are not counted");
  fit.shortcomings.emplace_back("the program runs some 50 times slower");
  return fit;
}

// ---- Java, Node.js, Python

// The version of the Java that runs the program; 0: unknown.
int JavaVersionOf(const RecorderSituation& situation) {
  const auto found = situation.machine.javas.find(situation.look.interpreter);
  return found == situation.machine.javas.end() ? 0 : found->second;
}
// Options stand behind `java` if the command line has it, else in a variable.
std::optional<Obstacle> JavaObstacle(const RecorderSituation& situation) {
  if (situation.look.program_word != kNoWord) return std::nullopt;
  return VariableObstacle(situation, "JAVA_TOOL_OPTIONS");
}
std::optional<Obstacle> FlightObstacle(const RecorderSituation& situation) {
  if (situation.attaches) {
    if (situation.machine.HasTool("jcmd")) return std::nullopt;
    return Obstacle{"jcmd is not installed", situation.machine.is_root
                                                 ? "apt-get install default-jdk-headless"
                                                 : "sudo apt-get install default-jdk-headless"};
  }
  constexpr int kFirst = 11;
  if (const int version = JavaVersionOf(situation); version != 0 && version < kFirst)
    return Obstacle{fmt::format("{} is Java {}", situation.look.interpreter, version),
                    "run it with Java 11 or later"};
  return JavaObstacle(situation);
}
std::optional<Obstacle> JavaAgentObstacle(const RecorderSituation& situation) {
  constexpr int kFirst = 17, kLast = 25;
  if (const int version = JavaVersionOf(situation); version != 0 && (version < kFirst || version > kLast)) {
    return Obstacle{fmt::format("agent-java knows Java {} to {}, and {} is Java {}", kFirst, kLast,
                                situation.look.interpreter, version),
                    "run it with one of these"};
  }
  return JavaObstacle(situation);
}
std::vector<std::string> JavaShortcomings(const RecorderSituation& situation) {
  if (situation.attaches || situation.look.program_word != kNoWord) return {};
  return {
      "each Java machine prints a line about JAVA_TOOL_OPTIONS, as the command line does not name `java`"};
}

Fit JudgeFlightRecorder(const RecorderSituation& situation) {
  if (situation.look.kind != ProgramKind::kJava) return std::nullopt;
  return FitnessByKind(situation, 10, FlightObstacle(situation), JavaShortcomings(situation));
}

Fit JudgeNode(const RecorderSituation& situation) {
  if (situation.look.kind != ProgramKind::kNode || situation.attaches) return std::nullopt;
  return FitnessByKind(situation, 10, VariableObstacle(situation, "NODE_OPTIONS"));
}

Fit JudgePySpy(const RecorderSituation& situation) {
  if (situation.look.kind != ProgramKind::kPython) return std::nullopt;
  Fitness fit = FitnessByKind(situation, 10);
  if (!situation.machine.is_root && situation.machine.ptrace_scope.value_or(0) != 0)
    fit.obstacle = Obstacle{fmt::format("kernel.yama.ptrace_scope is {}", *situation.machine.ptrace_scope),
                            "`sudo sysctl kernel.yama.ptrace_scope=0`"};
  return fit;
}

// ---- complete recorders

bool HasProbes(const ProgramFacts& facts) { return facts.tells_calls || facts.counts_calls; }

std::optional<Obstacle> NoProbes(const RecorderSituation& situation) {
  return Obstacle{fmt::format("{} was not built for it", situation.look.program),
                  "build it with `-g -finstrument-functions -finstrument-functions-exclude-file-list=/usr/` "
                  "(g++; clang takes the "
                  "first two)"};
}

Fit JudgeUftrace(const RecorderSituation& situation) {
  if (situation.attaches || !IsNative(situation.look.kind)) return std::nullopt;
  return FitnessByKind(situation, situation.measure == Measure::kCalls ? 20 : 85,
                       HasProbes(situation.look.facts) ? PreloadObstacle(situation) : NoProbes(situation),
                       {"each call is written: some tens of bytes on the disk"});
}

// Judges a recorder of our own, for programs of one kind.
Fit JudgeAgent(const RecorderSituation& situation, ProgramKind kind, std::optional<Obstacle> obstacle,
               const std::vector<std::string>& shortcomings = {}) {
  if (situation.attaches || situation.look.kind != kind) return std::nullopt;
  Fitness fit = FitnessByKind(situation, situation.measure == Measure::kCalls ? 10 : 40, std::move(obstacle));
  if (situation.measure == Measure::kCpu)
    fit.shortcomings.emplace_back("every call is counted, which makes short functions dearer than they are");
  fit.shortcomings.insert(fit.shortcomings.end(), shortcomings.begin(), shortcomings.end());
  return fit;
}
Fit JudgeJavaAgent(const RecorderSituation& situation) {
  return JudgeAgent(situation, ProgramKind::kJava, JavaAgentObstacle(situation), JavaShortcomings(situation));
}
Fit JudgeNativeAgent(const RecorderSituation& situation) {
  Fit fit = JudgeAgent(situation, ProgramKind::kNative,
                       situation.look.facts.tells_calls ? PreloadObstacle(situation) : NoProbes(situation));
  if (fit && situation.measure == Measure::kCpu) fit->rank = 80;
  return fit;
}

// "Python 3.12" of ".cpython-312-x86_64-linux-gnu.so".
std::string PythonText(std::string_view suffix) {
  constexpr std::string_view kBegin = ".cpython-";
  if (!suffix.starts_with(kBegin)) return fmt::format("a Python of extensions {}", suffix);
  const std::string_view rest = suffix.substr(kBegin.size());
  const std::string_view version = rest.substr(0, rest.find_first_of("-."));
  return fmt::format("Python {}.{}", version.substr(0, 1),
                     version.substr(std::min<size_t>(1, version.size())));
}
std::optional<Obstacle> PythonAgentObstacle(const RecorderSituation& situation) {
  const CommandLook& look = situation.look;
  if (look.ignores_variables) {
    return Obstacle{
        fmt::format("{} is started with -E, -I or -S, which keeps the recorder out", look.program),
        "leave it out"};
  }
  if (auto variable = VariableObstacle(situation, "PYTHONPATH")) return variable;
  const std::vector<std::string>& built = situation.machine.recordable_pythons;
  const auto its = situation.machine.pythons.find(look.interpreter);
  if (its == situation.machine.pythons.end() || std::ranges::find(built, its->second) != built.end())
    return std::nullopt;
  return Obstacle{fmt::format("agent-python is built for {}, and {} is {}",
                              JoinTexts(built, ", ", PythonText), look.interpreter, PythonText(its->second)),
                  "`cmake --preset release -DRINGSCOPE_PYTHONS=\"/usr/bin/python3;/path/to/another\"` and "
                  "`./run` build it for 3.11 to 3.13"};
}
Fit JudgePythonAgent(const RecorderSituation& situation) {
  Fit fit = JudgeAgent(situation, ProgramKind::kPython, PythonAgentObstacle(situation));
  if (fit && situation.measure == Measure::kCpu)
    fit->shortcomings.emplace_back("its time is wall time, in which waiting counts");
  return fit;
}

constexpr Recorder kRecorders[] = {
    {"perf-fp", "perf", "perf", "linux-perf", "linux-tools-generic", kCpu,
     "samples, callers by frame pointers", &JudgeFramePointers, &PlanPerfFramePointers},
    {"perf-dwarf", "perf", "perf", "linux-perf", "linux-tools-generic", kCpu,
     "samples, callers by debug information from a copy of the stack", &JudgeDwarf, &PlanPerfDwarf},
    {"perf-lbr", "perf", "perf", "linux-perf", "linux-tools-generic", kCpu,
     "samples, up to 32 callers by the processor's record of branches", &JudgeBranches, &PlanPerfBranches},
    {"perf-calls", "perf", "perf", "linux-perf", "linux-tools-generic", kLocks | kIo,
     "waits for locks, or reading and writing, by calls of the system", &JudgeSystemCalls, &PlanPerfCalls},
    {"jfr", "jfr", "java", "default-jdk-headless", "", kCpu | kHeap | kLocks | kIo,
     "the flight recorder of the JDK: samples, or allocations, locks, files and sockets",
     &JudgeFlightRecorder, &PlanFlightRecorder},
    {"node", "node", "node", "nodejs", "", kCpu | kHeap,
     "the profiler of V8: samples, or sampled allocations", &JudgeNode, &PlanNode},
    {"py-spy", "py-spy", "py-spy", "pip install py-spy", "", kCpu, "samples of Python's own stacks",
     &JudgePySpy, &PlanPySpy},
    {"heaptrack", "heaptrack", "heaptrack", "heaptrack", "", kHeap,
     "every allocation: bytes, leaks, what is in use at the peak", &JudgeHeaptrack, &PlanHeaptrack},
    {"dhat", "valgrind", "valgrind", "valgrind", "", kHeap, "every allocation: bytes, reads and writes",
     &JudgeDhat, &PlanDhat},
    {"callgrind", "valgrind", "valgrind", "valgrind", "", kCpu | kCalls, "executed instructions, exact",
     &JudgeCallgrind, &PlanCallgrind},
    {"agent-java", "agent", "ringscope-agent.jar", "default-jdk-headless", "", kCpu | kCalls | kHeap,
     "every call: calls, bytecodes, allocations", &JudgeJavaAgent, &PlanJavaAgent, false, true, true},
    {"agent-python", "agent", "ringscope_record", "python3-dev", "", kCpu | kCalls,
     "every call: calls, wall time", &JudgePythonAgent, &PlanPythonAgent, true, true, true},
    {"agent-native", "agent", "libringscope_trace.so", "", "", kCpu | kCalls, "every call: calls, time",
     &JudgeNativeAgent, &PlanNativeAgent},
    {"uftrace", "uftrace", "uftrace", "uftrace", "", kCpu | kCalls, "every call, with its time",
     &JudgeUftrace, &PlanUftrace},
};

}  // namespace

std::span<const Recorder> AllRecorders() { return kRecorders; }

std::vector<std::string_view> RecorderPrograms() {
  std::vector<std::string_view> programs{"jcmd"};
  for (const Recorder& one : kRecorders) {
    if (one.family != kOwnFamily && std::ranges::find(programs, one.program) == programs.end())
      programs.push_back(one.program);
  }
  return programs;
}

std::string RecorderNames() { return JoinTexts(kRecorders, ", ", &Recorder::name); }

}  // namespace ringscope
