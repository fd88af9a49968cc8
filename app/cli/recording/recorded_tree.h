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

// A profile that a recorder left, and of which process.
struct RecordedProfile {
  std::filesystem::path path;
  std::string process;  // "npm 123", "process 123"; empty: of all of them
  friend auto operator<=>(const RecordedProfile&, const RecordedProfile&) = default;
};

// The process that the name of a file tells behind `prefix`: "123", "123.0.npm" and "-pid-123-id-1.jfr" have
// one. Empty: it tells none.
[[nodiscard]] std::string ProcessOfProfile(std::string_view name, std::string_view prefix);

// The files of a folder that begin with `prefix` and hold something, in the order of their names.
// Half-written ones, whose names end with '~', do not count.
[[nodiscard]] std::vector<RecordedProfile> RecordedProfiles(const std::filesystem::path& folder,
                                                            std::string_view prefix);
// Removes those that do not begin with `begin`: the recorder was started and got nothing to write.
void RemoveUnbegun(const std::filesystem::path& folder, std::string_view prefix, std::string_view begin);
// Those that end with `suffix`, in folders of it too, of processes that are not known.
[[nodiscard]] std::vector<RecordedProfile> RescuedProfiles(const std::filesystem::path& folder,
                                                           std::string_view suffix);

// How many bytes the files of a folder have, those of folders in it too.
[[nodiscard]] uint64_t BytesOfFolder(const std::filesystem::path& folder);

struct RecordedTree {
  CctPtr tree;
  std::vector<std::string> unread;  // "FILE: why", of profiles that could not be read beside others
};

// One tree of all profiles; those of several processes come to lie below one context a process. Errors: those
// of LoadTree where no profile can be read, those of MergeTrees. At least one profile.
[[nodiscard]] Result<RecordedTree> ReadRecorded(const std::vector<RecordedProfile>& profiles,
                                                JobControl& job);

// Writes what a recorder has left so far into a .cct file, again and again while the program runs. Each tree
// costs what it costs to read everything anew, so the next one waits until what the trees have taken is at
// most 3 % of one core again: of this process and of those that it has started and waited for. Nothing is
// told of what fails: a file may be half-written.
class LiveSnapshots {
 public:
  // `folder` and `prefix`: where the recorder's files are (RecordedProfiles).
  LiveSnapshots(std::filesystem::path folder, std::string prefix, std::filesystem::path live)
      : folder_(std::move(folder)), prefix_(std::move(prefix)), live_(std::move(live)) {}

  // Writes a tree where it is time for one.
  void Update();

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path folder_;
  std::string prefix_;
  std::filesystem::path live_;
  Clock::time_point due_{};
};

// What is told of a run beside its tree.
struct RunDescription {
  std::vector<std::string> command;
  std::optional<int> process;             // instead of a command
  std::vector<std::string> shortcomings;  // clauses, which become the first notes
  std::string finding;                    // likewise, behind them; empty: none
  std::string processor, tool;            // empty: unknown
  std::optional<JobPlace> place;          // of a process of a job
};

// The tree with a report that tells of its run: one execution with its time and attributes.
[[nodiscard]] CctPtr DescribedTree(const CctPtr& tree, const RecordingEnd& end, const RunDescription& run);

// The recorder and, of others' tools, the version: "perf-fp, perf version 6.1.187". Runs the tool.
[[nodiscard]] std::string ToolText(const Recorder& recorder, const MachineFacts& machine);

// How whole the stacks of samples are: counts of samples and events, or costs in the tree's first metric
// where there are none, of stacks in which functions of programs are.
struct StackCheck {
  uint64_t judged = 0;
  uint64_t cut = 0;  // whose outermost function begins neither a program nor a thread
  uint64_t callerless =
      0;  // whose innermost function keeps no frame pointer, so that who called it is missing
  std::string callerless_in;     // the file that most of these are in, without its folder
  uint64_t most_callerless = 0;  // in that file
  StackCheck& operator+=(const StackCheck& other);
};

// Whether functions keep frame pointers is looked for only where stacks were taken `by_frame_pointers`: in
// the files that the tree names, as far as they are there. Takes a pass over the contexts.
[[nodiscard]] StackCheck CheckStacks(const Cct& tree, bool by_frame_pointers);

// "3.1 % of the stacks do not reach the program's entry", and where a recorder by debug information would
// tell clearly more, that it does. Empty where there was nothing to judge.
[[nodiscard]] std::string StackCheckText(const StackCheck& check, bool by_frame_pointers);

}  // namespace ringscope
