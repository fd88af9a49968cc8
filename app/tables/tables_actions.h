#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/core/ids.h"
#include "app/tables/table_state.h"

namespace ringscope::action {

// Opens the dock with it.
struct ShowTable {
  GroupBy by = GroupBy::kFunction;
};
struct SortTable {
  TableOrder order;
};
struct SetTableFilter {
  std::string text;
};
// A row of a table: its function lights up while the pointer is on it.
struct HoverFunction {
  std::optional<FrameId> frame;
};
// Chooses the function and shows its callers and callees.
struct ShowNeighbours {
  FrameId frame = 0;
};
// Back (negative) and forward through the functions looked at.
struct StepNeighbours {
  int steps = 0;
};
struct SortNeighbours {
  TableOrder order;
};
struct SetColumnWidth {
  std::string column;  // as ColumnWidth names it
  float width = 0;     // in units of the content scale; 0: as it was made
};
struct ExpandRow {
  ContextId context = kNoContext;
  bool expanded = true;
};
// Down to the view root's callees.
struct CollapseTree {};
// Follows the largest callees from a context (kNoContext: the selected one, else the view root) as long as
// each holds enough of its caller's cost, and selects the last.
struct ExpandHotPath {
  ContextId from = kNoContext;
};
struct SetHotPathShare {
  int percent = 50;
};
// Selects it and opens the table where it stands.
struct ShowInTree {
  ContextId context = kNoContext;
};

}  // namespace ringscope::action
