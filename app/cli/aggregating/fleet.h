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

}  // namespace ringscope
