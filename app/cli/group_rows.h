#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/load.h"
#include "cct/table/group_table.h"

namespace ringscope {

// The groups of a view, with a progress bar on a terminal. Errors: as BuildGroupTable.
struct Groups {
  FrameGrouping grouping;
  GroupTable table;
};
[[nodiscard]] Result<Groups> BuildGroups(const InputView& view, GroupBy by);

// The groups that occur, in an order; equals by name, then by number.
[[nodiscard]] std::vector<uint32_t> SortedGroups(const Groups& groups, MetricIndex metric, TableSort sort);

// The one group that a name or a query selects: exactly this name, else the groups of the frames that a query
// selects. The error line names the first few candidates.
[[nodiscard]] OrLine<uint32_t> FindGroup(const Cct& tree, const FrameGrouping& grouping,
                                         const std::string& text);

// The name of a group for people, with the module of a function: "f [lib]".
[[nodiscard]] std::string GroupText(const Cct& tree, const FrameGrouping& grouping, uint32_t group);
// What a row is called that stands for the outside.
inline constexpr std::string_view kNoCallerText = "(no caller)";

}  // namespace ringscope
