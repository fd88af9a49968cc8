#pragma once

#include "app/widgets/table/table_layout.h"

namespace ringscope {

// In units: what a cell keeps free beside its text.
inline constexpr float kCellPadding = 8;

// The headings with their edges, and the button of the menu about the columns.
void DrawTableHead(const TableSpec& spec, const TablePlacement& place, TableEvents& events,
                   const PanelContext& ctx);

// Columns that were scrolled never lie over the first.
void ClipToColumn(size_t index, const TablePlacement& place, float y, float height);

}  // namespace ringscope
