#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/panel.h"
#include "app/view/table/table_view.h"
#include "app/widgets/number_fit.h"

namespace ringscope {

// In units of the content scale: the padding at either side of a cell's text.
inline constexpr float kCellPadding = 8;
inline constexpr float kShareWidth = 66;      // room for each share of a cost
inline constexpr float kCellArrowWidth = 16;  // before the text of a row that unfolds

// The places of a table's parts, in window pixels.
struct TablePlacement {
  struct Span {
    float left = 0, width = 0;
    // The parts of a numeric column that have room beside its numbers.
    size_t shares = 0;     // this many of the cells' last shares
    float bar = 0;         // at the left edge, in pixels
    ColumnForm form = {};  // of the numbers
    [[nodiscard]] float right() const { return left + width; }
  };
  std::vector<Span> columns;  // after scrolling
  PanelRect head, body, vertical, horizontal;
  float row_height = 1;
  float overflow = 0;  // the width of the columns beyond the room
  double rows_in_sight = 1;
  bool is_filled = true;  // the columns reach to the right edge
  double last_top = 0;    // the largest TableUi::top
};

// The name of a column in the settings: "functions/self".
[[nodiscard]] std::string ColumnNameOf(const TableSpec& spec, const TableColumn& column);

// The room that a column's heading has for its title, in pixels.
[[nodiscard]] float TitleRoomOf(const TableSpec& spec, size_t column, const TablePlacement& place,
                                const PanelContext& ctx);

// The rows in sight.
struct ShownRows {
  uint64_t first = 0;
  std::vector<TableRow> rows;
  double deepest = 0;  // the largest indent of a row

  [[nodiscard]] const TableRow* Find(uint64_t row) const {
    return row >= first && row - first < rows.size() ? &rows[row - first] : nullptr;
  }
};
// The rows that a table of this height has room for. O(rows in sight).
[[nodiscard]] ShownRows MakeShownRows(const TableSpec& spec, const TableUi& ui, float height,
                                      const PanelContext& ctx);

// Drops rows that the headings leave no room for. O(rows in sight).
void DropHiddenRows(const TablePlacement& place, const TableUi& ui, ShownRows& shown);

// Lays out a table with these rows. If columns are too wide they lose bars, then shares, then digits of
// numbers, then width of names; beyond that they scroll sideways. Bars also give their room to names too long
// for their column's least width. Keeps the sideways scroll within bounds. O(rows in sight).
[[nodiscard]] TablePlacement LayOutTable(const TableSpec& spec, const ShownRows& shown, TableUi& ui,
                                         const PanelRect& rect, const PanelContext& ctx);

// Scrolls so that the row is in sight: in the middle, or no further than needed.
void RevealTableRow(uint64_t row, bool to_middle, const TablePlacement& place, TableUi& ui);

// The headings with their edges, and the button of the menu about the columns.
void DrawTableHead(const TableSpec& spec, const TablePlacement& place, TableEvents& events,
                   const PanelContext& ctx);

// The least room for a title on at most two lines.
[[nodiscard]] float WidthOfLines(ImFont* font, std::string_view title);
// A title on one line, or on two if too long. Lines are cut in the middle, as the end tells self cost from
// inclusive.
[[nodiscard]] std::vector<std::string> HeadingLines(ImFont* font, std::string_view title, float width);

// Pushes a clip rectangle that keeps a scrolled column from covering the first one.
void ClipToColumn(size_t index, const TablePlacement& place, float y, float height);

// A scroll bar for lists that keep their own position (in rows, pixels or any unit): `at` of `last`, with
// `in_sight` seen. Returns the position that the grip was dragged to; `at` without a drag. Draws nothing if
// all is in sight.
[[nodiscard]] double ScrollBar(const char* name, const PanelRect& rect, bool vertical, double at, double last,
                               double in_sight, const PanelContext& ctx);

}  // namespace ringscope
