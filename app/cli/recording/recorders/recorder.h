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

// What a recording is to tell.
enum class Measure : uint8_t { kCpu, kCalls, kHeap, kLocks, kIo };
inline constexpr auto kMeasureWords = WordsInOrder<Measure, 5>("cpu, calls, heap, locks, io");
using Measures = uint32_t;  // a bit each
[[nodiscard]] constexpr Measures BitOf(Measure measure) { return 1U << static_cast<uint32_t>(measure); }

// Who stands beside the program while it is recorded, and when it is started.
enum class Companion : uint8_t {
  kNone,
  kReader,    // reads a pipe; it is there before the program begins, and ends after it
  kAttached,  // attaches to the process before the program begins; it takes the words of perf's --control
  kFollower,  // attaches to the process when the program runs, and is tried again for a while
};

// The place in the words of a companion for the number of the process.
inline constexpr std::string_view kProcessMark = "{PID}";

// How a program is started to be recorded: plain data, nothing of it has happened.
struct LaunchPlan {
  std::vector<std::string> words;                                // of the program; empty: it runs already
  std::vector<std::pair<std::string, std::string>> environment;  // on top of this program's own
  std::vector<std::pair<std::string, std::string>> files;  // name in the folder, and contents: written first
  Companion companion = Companion::kNone;
  std::vector<std::string> companion_words;
  std::string companion_name;  // as messages have it: "perf"
  std::string pipe;            // name in the folder of the pipe that is made for a reader
  // What is left in the folder: files whose names begin so, each a profile of a process.
  std::string profile_prefix;
  std::string profile_begin;  // how such a file begins; one that does not has nothing in it. Empty: as it may
  std::string no_profile_hint;  // why there may be none, beside what is plain
  // Where no such file is left, as after a kill: files in the folder and in folders of it whose names end so.
  std::string rescue_suffix;
  // Run when all has ended; its output becomes the profile `profile_prefix`.
  std::vector<std::string> convert_words;
  // The exit code of the program is in this file of the folder; empty: who was started ends as the program
  // does.
  std::string exit_code_file;
};

// What a recorder is asked for besides its measure. Not every one can all of it.
struct RecorderWishes {
  std::optional<uint32_t> frequency;   // samples a second
  bool elevate = false;                // perf runs as root, by sudo
  std::vector<std::string> leave_out;  // patterns of functions that get no contexts
  bool sizes = false;                  // also what calls cost by the size of their input
  bool types = false;                  // also the types of receivers, arguments and results
  bool call_sites = false;             // contexts by the line that calls them
  std::optional<int> process;          // attach to it instead of starting a command
};

// What a plan is made of.
struct PlanRequest : RecorderWishes {
  std::vector<std::string> words;  // of the command
  CommandLook look;
  Measure measure = Measure::kCpu;
  bool is_live = false;          // what is recorded is read meanwhile
  std::filesystem::path folder;  // absolute, for everything that is written; of letters, digits and "._/+-"
  // A variable of this program's environment; empty: it has none of the name.
  std::string (*environment)(const char* name) = nullptr;
};

// What may keep a recorder from a program: a clause, "perf is not installed", and a sentence that helps.
struct Obstacle {
  std::string reason;
  std::string help;  // empty: nothing does
};

struct RecorderSituation {
  const CommandLook& look;
  const MachineFacts& machine;
  Measure measure;
  bool attaches = false;  // to a process that runs
};

// How a recorder suits a program.
struct Fitness {
  int rank = 0;                           // smaller is better
  std::string reason;                     // why it suits, as a clause: "the program keeps frame pointers"
  std::optional<Obstacle> obstacle = {};  // what keeps it from recording here, beyond its not being installed
  std::vector<std::string> shortcomings = {};  // what it does not tell here, as clauses: "user code only, as"
};

using MakePlan = LaunchPlan(const PlanRequest& request, const MachineFacts& machine);

// One way to record: a row of the table.
struct Recorder {
  std::string_view name;            // as --tool has it: "perf-fp"
  std::string_view family;          // likewise, and any row of it is meant: "perf"
  std::string_view program;         // on PATH, or the file of a recorder of our own
  std::string_view package;         // of Debian; empty: none
  std::string_view ubuntu_package;  // where it has another name there
  Measures measures = 0;
  std::string_view what;  // it records: "samples, callers by frame pointers"
  // Nothing: it does not suit at all.
  std::optional<Fitness> (*judge)(const RecorderSituation& situation);
  MakePlan* plan;
  bool tells_sizes = false;  // of the inputs of calls
  bool tells_types = false;  // of receivers, arguments and results
  bool tells_call_sites = false;
};
// The family of our own recorders, and of those that sample whatever a command starts.
inline constexpr std::string_view kOwnFamily = "agent", kPerfFamily = "perf";

// All of them; of equal ranks the first is taken.
[[nodiscard]] std::span<const Recorder> AllRecorders();
// The programs that they are looked for by.
[[nodiscard]] std::vector<std::string_view> RecorderPrograms();
// "perf, perf-fp, ..." for messages.
[[nodiscard]] std::string RecorderNames();

inline constexpr uint32_t kDefaultFrequency = 999;

// How each recorder is started, as rows of the table have it; PlanPerfCalls() is for calls of the system.
[[nodiscard]] MakePlan PlanPerfFramePointers, PlanPerfDwarf, PlanPerfBranches, PlanPerfCalls, PlanHeaptrack,
    PlanCallgrind, PlanDhat, PlanFlightRecorder, PlanNode, PlanPySpy, PlanUftrace, PlanJavaAgent,
    PlanPythonAgent, PlanNativeAgent;

// Where heaptrack keeps its parts, by the path of the program: its library and what reads its pipe.
struct HeaptrackParts {
  std::filesystem::path library, interpreter;
};
[[nodiscard]] HeaptrackParts PartsOfHeaptrack(const std::filesystem::path& program);

// The pipes of perf's --control in the folder of a plan.
inline constexpr std::string_view kControlPipe = "control";
inline constexpr std::string_view kAnswerPipe = "answer";

}  // namespace ringscope
