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

// The value of `over` for members that are told apart by their files alone.
inline constexpr std::string_view kOverFile = "file";

// A member and its profiles, which add up.
struct FleetMember {
  std::string name;
  std::vector<std::filesystem::path> files;
};

// The members of an aggregate and their profiles, or partial results of such members.
struct Fleet {
  AggregateOptions options;
  std::vector<FleetMember> members;             // in the order of IsMemberBefore()
  std::vector<std::filesystem::path> partials;  // .cct files that have members themselves
  std::vector<std::string> left_out;            // "FILE: why"
};

// The given files, and all files below the given folders, in order; without hidden files and folders, and
// parts of a plan (FleetPlan). Errors: a path that does not exist, a folder that cannot be listed.
[[nodiscard]] Result<std::vector<std::filesystem::path>> FilesBelow(
    const std::vector<std::filesystem::path>& given);

// Sorts files by member: by the attribute `options.over` of each file's execution, or by its path below the
// common folder. Partial results keep their own `over`, unless `over_is_given`. Opens .cct files, reads no
// others. Errors: nothing to aggregate; partial results among other profiles.
[[nodiscard]] Result<Fleet> FindFleet(const std::vector<std::filesystem::path>& files,
                                      AggregateOptions options, bool over_is_given);

// Keeps part `number` of `count` parts of the members, from 0 on; the same members for the same files.
void KeepPart(Fleet& fleet, uint32_t number, uint32_t count);

// Aggregates the fleet into one tree, by as many threads as are worth it. Files that cannot be read are left
// out; notes of the result name them. Units of the job are files. Errors: those of TreeAggregator; no file
// could be read.
[[nodiscard]] Result<CctPtr> Aggregate(Fleet fleet, const OpenOptions& open, JobControl& job);

// Reports how the members of an aggregate differ in a metric: over the whole tree, and in the contexts where
// the self cost of the slowest member there exceeds the mean most. The tree has members and outlives the
// report.
[[nodiscard]] Report MembersReport(const Cct& tree, MetricIndex metric, uint32_t limit);

// The aggregation of a fleet cut into parts: each part is a command that any scheduler can run. Results of
// parts lie beside the output until they are united.
struct FleetPlan {
  std::filesystem::path output;    // absolute
  std::vector<std::string> words;  // of the command, without parts and output; paths absolute
  std::string fingerprint;         // of the files and options; results of parts with another one are useless
  uint32_t parts = 1;

  [[nodiscard]] std::filesystem::path folder() const;
  [[nodiscard]] std::filesystem::path ResultOf(uint32_t part) const;  // from 1 on
};

// A shell's line that aggregates a part. `part`: its number, or a variable of the shell.
[[nodiscard]] std::string PartCommand(const FleetPlan& plan, const std::string& part);
[[nodiscard]] std::string UniteCommand(const FleetPlan& plan);

// Makes the folder of the parts. It keeps the results of an interrupted run of the same plan, and removes
// those of another plan. Errors: the folder cannot be made, or holds files that belong to no plan.
[[nodiscard]] Result<void> PrepareParts(const FleetPlan& plan);
// Removes the files of plans, and the folder if it is empty then.
void RemoveParts(const FleetPlan& plan);
// The parts without a result.
[[nodiscard]] std::vector<uint32_t> MissingParts(const FleetPlan& plan);

// Gives the commands of the missing parts, a line each, to a shell's command that runs them, such as
// `parallel -j8`, and waits for its end. Errors: it cannot be started. MissingParts() then tells which parts
// failed.
[[nodiscard]] Result<void> RunByEngine(const FleetPlan& plan, const std::string& engine);

// Submits an array of the missing parts to Slurm, and a job that unites them when all have ended,
// successfully or not; waits for it, and cancels both when the job is cancelled. `options`: of sbatch.
[[nodiscard]] Result<void> RunBySlurm(const FleetPlan& plan, const std::vector<std::string>& options);

}  // namespace ringscope
