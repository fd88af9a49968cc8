#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/view/panel.h"
#include "app/view/table/table_layout.h"

namespace ringscope {

// The headings with their edges, and the button of the menu about the columns.
void DrawTableHead(const TableSpec& spec, const TablePlacement& place, TableEvents& events,
                   const PanelContext& ctx);

// A title on one line, or on two where it does not fit: they end as the title does, which tells self cost from
// inclusive.
[[nodiscard]] std::vector<std::string> HeadingLines(ImFont* font, std::string_view title, float width);

// Columns that were scrolled never lie over the first.
void ClipToColumn(size_t index, const TablePlacement& place, float y, float height);

}  // namespace ringscope
