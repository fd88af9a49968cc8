#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "renderer/color/frame_groups.h"

namespace ringscope {

// Texts of the query language (docs/query.md) for what a legend shows.

// Which modules and files the members of a group come from.
struct GroupModules {
  bool has_none = false;   // some have no module
  bool has_some = false;   // some have one
  bool has_other = false;  // some have one whose name is not exactly that of the group
  bool has_file = false;   // some have a file
  void Add(const Frame& frame, std::string_view group_text);
  void Add(const GroupModules& other);
};

// The query that selects exactly the contexts of a group: `mod:"libc.so.6"`, `pkg:"java.util"`,
// `file:""`. `modules` are those of the group, `all_modules` those of all groups that are drawn. Empty
// where there is no such query.
[[nodiscard]] std::string GroupQuery(const FrameGroups& groups, uint32_t group, const GroupModules& modules,
                                     const GroupModules& all_modules);

// What a condition is about: `incl(misses)`, `self('cpu time')`.
[[nodiscard]] std::string ConditionSubject(bool is_self, std::string_view metric_name);
// A number in a metric's displayed unit as a condition writes it: "1M", "20ms", "64KiB", "0.25".
[[nodiscard]] std::string ConditionNumber(double value, std::string_view unit);

}  // namespace ringscope
