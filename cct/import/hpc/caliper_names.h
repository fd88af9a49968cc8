#pragma once

#include <string_view>

namespace ringscope {

// What Caliper's files and the output of cali-query have in common.

[[nodiscard]] inline bool IsCaliperRank(std::string_view name) {
  return name == "mpi.rank" || name == "rank";
}

// Numbers that order or name records.
[[nodiscard]] inline bool IsNoCaliperValue(std::string_view name) {
  return name == "Node order" || name.ends_with("aggregate.slot") || name == "nid" || name == "thread";
}

// As people call it: the sum of times is the time.
[[nodiscard]] inline std::string_view CaliperMetricName(std::string_view name) {
  if (name == "sum#time.duration" || name == "sum#sum#time.duration") return "time";
  if (name == "inclusive#sum#time.duration") return "time (inc)";
  return name;
}

}  // namespace ringscope
