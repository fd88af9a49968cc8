#pragma once

#include <algorithm>
#include <string_view>

#include "app/tables/table_model.h"

namespace ringscope {

// The cell of a column; null if the table lacks the column.
inline const TableCellModel* FindCell(const TableHead& head, const TableRowModel& row, std::string_view id) {
  for (size_t i = 0; i < std::min(head.columns.size(), row.cells.size()); ++i)
    if (head.columns[i].id == id) return &row.cells[i];
  return nullptr;
}

}  // namespace ringscope
