#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/recording/output_place.h"
#include "app/cli/recording/recorders/recorder.h"
#include "app/cli/recording/run_recording.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A profile that a recorder left, and its process.
struct RecordedProfile {
  std::filesystem::path path;
  std::string process;  // "npm 123", "process 123"; empty: of all processes
  friend auto operator<=>(const RecordedProfile&, const RecordedProfile&) = default;
};

// The process in the name of a file, behind `prefix`: "123", "123.0.npm" and "-pid-123-id-1.jfr" have one.
// Empty: the name has none.
[[nodiscard]] std::string ProcessOfProfile(std::string_view name, std::string_view prefix);

// The files of a folder that begin with `prefix` and are not empty, in the order of their names. Half-written
// files, whose names end with '~', do not count.
[[nodiscard]] std::vector<RecordedProfile> RecordedProfiles(const std::filesystem::path& folder,
                                                            std::string_view prefix);
// Removes those whose content does not begin with `begin`: the recorder was started and wrote nothing.
void RemoveUnbegun(const std::filesystem::path& folder, std::string_view prefix, std::string_view begin);
// The files that end with `suffix`, also in subfolders, without their processes.
[[nodiscard]] std::vector<RecordedProfile> RescuedProfiles(const std::filesystem::path& folder,
                                                           std::string_view suffix);

// The bytes of all files of a folder and its subfolders.
[[nodiscard]] uint64_t BytesOfFolder(const std::filesystem::path& folder);

struct RecordedTree {
  CctPtr tree;
  std::vector<std::string> unread;  // "FILE: why" for each profile that cannot be read
};

// Merges all profiles, at least one, into one tree; profiles of several processes lie below a context for
// each process. Errors: those of ReadProfile if no profile can be read, those of MergeTrees.
[[nodiscard]] Result<RecordedTree> ReadRecorded(const std::vector<RecordedProfile>& profiles,
                                                JobControl& job);

// Writes the recording so far into a .cct file, again and again while the program runs. Each tree reads
// everything anew, so the next one waits until the processor time of all of them, of this process and of
// those that it has started and waited for, is at most 3 % of one core. Failures are not reported: a file may
// be half-written.
class LiveSnapshots {
 public:
  // `folder` and `prefix`: where the recorder's files are (RecordedProfiles).
  LiveSnapshots(std::filesystem::path folder, std::string prefix, std::filesystem::path live)
      : folder_(std::move(folder)), prefix_(std::move(prefix)), live_(std::move(live)) {}

  // Writes a tree if the next one is due.
  void Update();

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path folder_;
  std::string prefix_;
  std::filesystem::path live_;
  Clock::time_point due_{};
};

// The facts of a run that are stored with its tree.
struct RunDescription {
  std::vector<std::string> command;
  std::optional<int> process;             // instead of a command
  std::vector<std::string> shortcomings;  // clauses, stored as the first notes
  std::string finding;                    // a clause, stored behind them; empty: none
  std::string processor, tool;            // empty: unknown
  std::optional<JobPlace> place;          // of a process that belongs to a job
};

// The tree with a report of its run: one execution with its time and attributes.
[[nodiscard]] CctPtr DescribedTree(const CctPtr& tree, const RecordingEnd& end, const RunDescription& run);

// The recorder and, if it is another project's tool, its version: "perf-fp, perf version 6.1.187". Runs the
// tool.
[[nodiscard]] std::string ToolText(const Recorder& recorder, const MachineFacts& machine);

// How many stacks of samples are complete: counts of samples and events (of a tree without counts, costs in
// its first metric) of the stacks that have functions of programs.
struct StackCheck {
  uint64_t judged = 0;
  uint64_t cut = 0;              // the outermost function is no entry of a program or thread
  uint64_t callerless = 0;       // the innermost function keeps no frame pointer: its caller is missing
  std::string callerless_in;     // the file with most of these, without its folder
  uint64_t most_callerless = 0;  // their number in that file
  StackCheck& operator+=(const StackCheck& other);
};

// Counts the stacks, in one pass over the contexts. Only with `by_frame_pointers` does it look, in the files
// that the tree names, for functions without frame pointers.
[[nodiscard]] StackCheck CheckStacks(const Cct& tree, bool by_frame_pointers);

// "3.1 % of the stacks do not reach the program's entry", with a hint if a recorder by debug information
// would find clearly more callers. Empty if no stack was judged.
[[nodiscard]] std::string StackCheckText(const StackCheck& check, bool by_frame_pointers);

}  // namespace ringscope
