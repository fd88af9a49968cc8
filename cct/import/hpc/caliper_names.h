#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cct/import/value_tree.h"

namespace ringscope {

// Names that Caliper's files and the output of cali-query share.

[[nodiscard]] inline bool IsCaliperRank(std::string_view name) {
  return name == "mpi.rank" || name == "rank";
}

// Whether the attribute has no costs, but numbers that order or identify records.
[[nodiscard]] inline bool IsNoCaliperValue(std::string_view name) {
  return name == "Node order" || name.ends_with("aggregate.slot") || name == "nid" || name == "thread";
}

// The name that people use: the sum of times is the time.
[[nodiscard]] inline std::string_view CaliperMetricName(std::string_view name) {
  if (name == "sum#time.duration" || name == "sum#sum#time.duration") return "time";
  if (name == "inclusive#sum#time.duration") return "time (inc)";
  return name;
}

// The column of an attribute's values; adds it if it is new. nullopt if the values are no costs. `alias` is
// the name that people use, with or without "(inc)".
[[nodiscard]] inline std::optional<uint32_t> AddCaliperColumn(std::string_view name, std::string_view alias,
                                                              std::string_view unit, ValueTree& tree) {
  if (IsCaliperRank(name) || IsNoCaliperValue(name) || IsNoCaliperValue(alias)) return std::nullopt;
  const uint32_t column = tree.NewColumn(CaliperMetricName(alias.empty() ? name : alias), name);
  tree.SetUnit(column, name == "count" ? "count" : unit);
  return column;
}

}  // namespace ringscope
