#pragma once

#include <string_view>
#include <utility>

namespace ringscope {

// What Caliper's files and the output of cali-query have in common.

[[nodiscard]] inline bool IsCaliperRank(std::string_view name) {
  return name == "mpi.rank" || name == "rank";
}

// Numbers that order or name records.
[[nodiscard]] inline bool IsNoCaliperValue(std::string_view name) {
  return name == "Node order" || name.ends_with("aggregate.slot") || name == "nid" || name == "thread";
}

[[nodiscard]] inline std::string_view ShortCaliperUnit(std::string_view unit) {
  constexpr std::pair<std::string_view, std::string_view> kUnits[] = {
      {"sec", "s"}, {"msec", "ms"}, {"usec", "us"}, {"nsec", "ns"}, {"Byte", "bytes"}, {"byte", "bytes"}};
  for (const auto& [name, shorter] : kUnits) {
    if (unit == name) return shorter;
  }
  return unit;
}

// As people call it: the sum of times is the time.
[[nodiscard]] inline std::string_view CaliperMetricName(std::string_view name) {
  if (name == "sum#time.duration" || name == "sum#sum#time.duration") return "time";
  if (name == "inclusive#sum#time.duration") return "time (inc)";
  return name;
}

}  // namespace ringscope
