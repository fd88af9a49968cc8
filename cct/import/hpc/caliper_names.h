#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cct/import/value_tree.h"

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

// The column of values of an attribute, made where it is new; nullopt where they are no costs. An alias is
// what people call it: it may say "(inc)" or not.
[[nodiscard]] inline std::optional<uint32_t> AddCaliperColumn(std::string_view name, std::string_view alias,
                                                              std::string_view unit, ValueTree& tree) {
  if (IsCaliperRank(name) || IsNoCaliperValue(name) || IsNoCaliperValue(alias)) return std::nullopt;
  const uint32_t column = tree.NewColumn(CaliperMetricName(alias.empty() ? name : alias), name);
  tree.SetUnit(column, name == "count" ? "count" : unit);
  return column;
}

}  // namespace ringscope
