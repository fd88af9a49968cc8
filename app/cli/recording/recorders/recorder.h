#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/recording/recorders/command_look.h"
#include "app/cli/recording/recorders/machine_facts.h"
#include "cct/base/text/enum_words.h"

namespace ringscope {

// The quantity that a recording measures.
enum class Measure : uint8_t { kCpu, kCalls, kHeap, kLocks, kIo };
inline constexpr auto kMeasureWords = WordsInOrder<Measure, 5>("cpu, calls, heap, locks, io");
using Measures = uint32_t;  // a bit each
[[nodiscard]] constexpr Measures BitOf(Measure measure) { return 1U << static_cast<uint32_t>(measure); }

// The second process that records the program, and the time of its start.
enum class Companion : uint8_t {
  kNone,
  kReader,    // reads a pipe; starts before the program begins, ends after it
  kAttached,  // attaches to the process before the program begins; obeys perf's --control
  kFollower,  // attaches to the running program; is started again for a while until it does
};

// Stands for the number of the process in the words of a companion.
inline constexpr std::string_view kProcessMark = "{PID}";

// How a program is started to be recorded: plain data, which starts nothing itself.
struct LaunchPlan {
  std::vector<std::string> words;                                // of the program; empty: it already runs
  std::vector<std::pair<std::string, std::string>> environment;  // on top of this program's own
  std::vector<std::pair<std::string, std::string>> files;  // name in the folder and contents; written first
  Companion companion = Companion::kNone;
  std::vector<std::string> companion_words;
  std::string companion_name;  // for messages: "perf"
  std::string pipe;            // the name in the folder of a reader's pipe
  // The result: files of the folder whose names begin with it, each a profile of a process.
  std::string profile_prefix;
  std::string profile_begin;  // the beginning of a file with content. Empty: any
  std::string no_profile_hint;  // an additional reason why there may be none
  // If no such file is left, as after a kill: the ending of files to read instead, also in subfolders.
  std::string rescue_suffix;
  // Run when program and companion have ended; its output becomes the profile `profile_prefix`.
  std::vector<std::string> convert_words;
  // The file of the folder with the exit code of the program; empty: the started process ends with that code.
  std::string exit_code_file;
};

// The wishes of the user besides the measure. Not every recorder can fulfil all of them.
struct RecorderWishes {
  std::optional<uint32_t> frequency;   // samples a second
  bool elevate = false;                // perf runs as root, by sudo
  std::vector<std::string> leave_out;  // patterns of functions that get no contexts
  bool sizes = false;                  // also the cost of calls by the size of their input
  bool types = false;                  // also the types of receivers, arguments and results
  bool call_sites = false;             // contexts by the line that calls them
  std::optional<int> process;          // attach to it instead of starting a command
};

// The input of a plan.
struct PlanRequest : RecorderWishes {
  std::vector<std::string> words;  // of the command
  CommandLook look;
  Measure measure = Measure::kCpu;
  bool is_live = false;          // the recording is read while it grows (--live)
  std::filesystem::path folder;  // absolute, for all files of the recording; of letters, digits and "._/+-"
  // The value of a variable of this program's environment; empty: it is not set.
  std::string (*environment)(const char* name) = nullptr;
};

// The reason why a recorder cannot record a program, as a clause, "perf is not installed", and a remedy.
struct Obstacle {
  std::string reason;
  std::string help;  // what to do, as a sentence; empty: nothing helps
};

struct RecorderSituation {
  const CommandLook& look;
  const MachineFacts& machine;
  Measure measure;
  bool attaches = false;  // to a running process
};

// How a recorder suits a program.
struct Fitness {
  int rank = 0;                           // smaller is better
  std::string reason;                     // a clause: "the program keeps frame pointers"
  std::optional<Obstacle> obstacle = {};  // why it cannot record here, although it is installed
  std::vector<std::string> shortcomings = {};  // clauses about what it misses here: "user code only, as"
};

using MakePlan = LaunchPlan(const PlanRequest& request, const MachineFacts& machine);

// One way to record: a row of the table.
struct Recorder {
  std::string_view name;            // for --tool: "perf-fp"
  std::string_view family;          // for --tool, where it means any row of the family: "perf"
  std::string_view program;         // on PATH, or the file of a recorder of our own
  std::string_view package;         // of Debian; empty: none
  std::string_view ubuntu_package;  // if it has another name there
  Measures measures = 0;
  std::string_view what;  // what it records: "samples, callers by frame pointers"
  // std::nullopt: the recorder is not for such programs.
  std::optional<Fitness> (*judge)(const RecorderSituation& situation);
  MakePlan* plan;
  bool tells_sizes = false;  // of the inputs of calls
  bool tells_types = false;  // of receivers, arguments and results
  bool tells_call_sites = false;
};
// The family of our own recorders, and of those that sample whatever a command starts.
inline constexpr std::string_view kOwnFamily = "agent", kPerfFamily = "perf";

// All recorders; of equal ranks the first is taken.
[[nodiscard]] std::span<const Recorder> AllRecorders();
// The programs on PATH to look for: those of recorders that are not our own, and jcmd.
[[nodiscard]] std::vector<std::string_view> RecorderPrograms();
// "perf, perf-fp, ..." for messages.
[[nodiscard]] std::string RecorderNames();

inline constexpr uint32_t kDefaultFrequency = 999;

// The plans of the recorders. PlanPerfCalls() records calls of the system.
[[nodiscard]] MakePlan PlanPerfFramePointers, PlanPerfDwarf, PlanPerfBranches, PlanPerfCalls, PlanHeaptrack,
    PlanCallgrind, PlanDhat, PlanFlightRecorder, PlanNode, PlanPySpy, PlanUftrace, PlanJavaAgent,
    PlanPythonAgent, PlanNativeAgent;

// The parts of heaptrack, by the path of the program: its library, and the reader of its pipe.
struct HeaptrackParts {
  std::filesystem::path library, interpreter;
};
[[nodiscard]] HeaptrackParts PartsOfHeaptrack(const std::filesystem::path& program);

// The pipes of perf's --control, in the folder of a plan.
inline constexpr std::string_view kControlPipe = "control";
inline constexpr std::string_view kAnswerPipe = "answer";

}  // namespace ringscope
