#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/load.h"
#include "app/report/report.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/merge/tree_aggregator.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The key of members that are told apart by their files alone.
inline constexpr std::string_view kOverFile = "file";

// A member and the profiles that are its own, which add up.
struct FleetMember {
  std::string name;
  std::vector<std::filesystem::path> files;
};

// Whose profiles lie where. Either members, or partial results of them.
struct Fleet {
  AggregateOptions options;
  std::vector<FleetMember> members;             // in the order of IsMemberBefore()
  std::vector<std::filesystem::path> partials;  // .cct files that have members themselves
  std::vector<std::string> left_out;            // "FILE: why"
};

// Files, and all files below folders but hidden ones and parts of a plan (FleetPlan), in order. Errors: what
// is not there.
[[nodiscard]] Result<std::vector<std::filesystem::path>> FilesBelow(
    const std::vector<std::filesystem::path>& given);

// Looks at what tells members apart: the attribute `options.over` of each file's execution, or its path below
// what all have in common. Partial results say themselves what they are over, unless `options.over` is given.
// Opens .cct files, reads no others. Errors: nothing to aggregate; partial results among other profiles.
[[nodiscard]] Result<Fleet> FindFleet(const std::vector<std::filesystem::path>& files,
                                      AggregateOptions options, bool over_is_given);

// Part `number` of `count` parts of the members, from 0 on; the same members for the same files.
void KeepPart(Fleet& fleet, uint32_t number, uint32_t count);

// One tree of all, by as many threads as are worth it. Files that cannot be read are left out, which the
// notes of the result say by name. Units of the job are files. Errors: those of TreeAggregator; nothing could
// be read.
[[nodiscard]] Result<CctPtr> Aggregate(Fleet fleet, const OpenOptions& open, JobControl& job);

// How the members of an aggregate differ in a metric: all in all, and the contexts in which most could be
// won, by what the slowest member costs there itself beyond the mean. The tree has members and outlives the
// report.
[[nodiscard]] Report MembersReport(const Cct& tree, MetricIndex metric, uint32_t limit);

// Work on a fleet cut into parts, each a command of its own, that any scheduler runs; their results lie
// beside the output until they are united.
struct FleetPlan {
  std::filesystem::path output;    // absolute
  std::vector<std::string> words;  // of the command, but for the parts and the output; paths absolute
  std::string fingerprint;         // of the files and of what is asked: parts of another one are of no use
  uint32_t parts = 1;

  [[nodiscard]] std::filesystem::path folder() const;
  [[nodiscard]] std::filesystem::path ResultOf(uint32_t part) const;  // from 1 on
};

// A line for a shell. `part`: its number, or a variable of the shell.
[[nodiscard]] std::string PartCommand(const FleetPlan& plan, const std::string& part);
[[nodiscard]] std::string UniteCommand(const FleetPlan& plan);

// Makes the folder of the parts. Those that an interrupted run of the same plan left stay, those of another
// plan go. Errors: the folder cannot be made, or holds what no plan has made.
[[nodiscard]] Result<void> Prepare(const FleetPlan& plan);
// Removes what plans make, and the folder where nothing else is in it.
void RemoveParts(const FleetPlan& plan);
// The parts whose results are not there.
[[nodiscard]] std::vector<uint32_t> MissingParts(const FleetPlan& plan);

// Hands the lines of the missing parts to a shell's command that takes one a job, such as `parallel -j8`, and
// waits for its end. Errors: it cannot be started. What parts failed MissingParts() tells.
[[nodiscard]] Result<void> RunByEngine(const FleetPlan& plan, const std::string& engine);

// Submits an array of the missing parts to Slurm, and a job that unites them when all have ended, however
// they did; waits for it, and cancels both when it is told to stop. `options`: of sbatch.
[[nodiscard]] Result<void> RunBySlurm(const FleetPlan& plan, const std::vector<std::string>& options);

}  // namespace ringscope
