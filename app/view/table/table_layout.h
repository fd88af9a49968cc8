#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view/panel.h"
#include "app/view/table/table_view.h"

namespace ringscope {

// In units: what a cell keeps free beside its text.
inline constexpr float kCellPadding = 8;

// Where everything lies, in window pixels.
struct TablePlacement {
  struct Span {
    float left = 0, width = 0;
    [[nodiscard]] float right() const { return left + width; }
  };
  std::vector<Span> columns;  // scrolled
  PanelRect head, body, vertical, horizontal;
  float row_height = 1;
  float overflow = 0;  // of the columns over the width
  double rows_in_sight = 1;
  bool is_filled = true;  // the columns reach to the right edge
  double last_top = 0;  // the furthest that can be scrolled to
};

// As the settings name it: "functions/self".
[[nodiscard]] std::string ColumnNameOf(const TableSpec& spec, const TableColumn& column);

// Where the parts of a table lie. Keeps the sideways scroll within bounds.
[[nodiscard]] TablePlacement LayOutTable(const TableSpec& spec, TableUi& ui, const PanelRect& rect,
                                         const PanelContext& ctx);

// The room that each column's cells take from the right edge of their column, and the room for a bar at its
// left; 0 where the column is too narrow for it.
struct CostRoom {
  size_t shares = 0;  // the last ones of the cells' that are shown
  float bar = 0;      // in pixels
};
[[nodiscard]] CostRoom CostRoomOf(const TableSpec& spec, const TableColumn& column, size_t shares,
                                  float width, const PanelContext& ctx);

// The room that a column's heading has for its title, in pixels.
[[nodiscard]] float TitleRoomOf(const TableSpec& spec, size_t column, float width, const PanelContext& ctx);

// The rows in sight.
struct ShownRows {
  uint64_t first = 0;
  std::vector<TableRow> rows;
  double deepest = 0;  // indent of any of them

  [[nodiscard]] const TableRow* Find(uint64_t row) const {
    return row >= first && row - first < rows.size() ? &rows[row - first] : nullptr;
  }
};
// O(rows in sight).
[[nodiscard]] ShownRows MakeShownRows(const TableSpec& spec, const TablePlacement& place, const TableUi& ui);

// Scrolls so that the row is in sight: to the middle, or no further than needed.
void RevealTableRow(uint64_t row, bool to_middle, const TablePlacement& place, TableUi& ui);

}  // namespace ringscope
