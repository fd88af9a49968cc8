#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cct/tree/execution.h"

namespace ringscope::versions {

// What has one place on the axis of versions: the executions of one commit, or one of which no commit is
// known.
struct Version {
  std::string name;                // the execution's; of several the beginning of the commit's
  std::string details;             // "commit 1a2b3c, benchmark parse, 2024-05-01": what all of them say
  std::vector<size_t> executions;  // ascending
  friend bool operator==(const Version&, const Version&) = default;
};

// In the order of their first executions. O(n log n).
[[nodiscard]] std::vector<Version> VersionsOf(std::span<const Execution> executions);

// What executions have as an attribute, ascending: "benchmark"; "" of those that have none. In the order of
// their first executions. O(n log n).
struct ExecutionGroup {
  std::string name;
  std::vector<size_t> executions;
};
[[nodiscard]] std::vector<ExecutionGroup> BenchmarksOf(std::span<const Execution> executions);

// The version of an execution, and its number.
[[nodiscard]] size_t VersionOf(std::span<const Version> versions, size_t execution);

// All executions, version by version: as they are drawn from left to right.
[[nodiscard]] std::vector<size_t> DrawnOrder(std::span<const Version> versions);

}  // namespace ringscope::versions
