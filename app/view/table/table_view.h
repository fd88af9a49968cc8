#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/command.h"
#include "app/view/panel.h"

namespace ringscope {

// A table is a list of rows below a row of headings. Only rows in sight are built and drawn. The scroll
// position is counted in rows, so that a list of 100 million rows scrolls as exactly as a list of ten.

struct TableColumn {
  std::string id;  // for marks and remembered widths
  std::string title;
  std::string tooltip;     // of the heading
  float width = 90;        // in units of the content scale; of a stretching column the least width
  bool stretches = false;  // takes free width, as far as its texts in sight need it, e.g. the name
  // Right aligned; a first click on the heading puts the largest on top. As wide as the widest number in
  // sight; without room for that all numbers get a shorter form, and none is ever cut.
  bool numeric = false;
  bool sortable = true;
  bool keeps_end = false;  // of paths: cut at the front if too long
  // Of costs: a title above each of the cells' shares; and whether the cells may have a bar before the
  // numbers.
  std::vector<std::string> share_titles = {};
  bool has_bars = false;
  bool mono = false;  // text in the font of source code
};

enum class TableTone : uint8_t { kPlain, kDim, kFaint, kAdded, kRemoved };
// The arrow that unfolds a row of a tree.
enum class TableArrow : uint8_t { kNone, kClosed, kOpen };

struct TableCell {
  std::string text;
  std::vector<std::string> shares = {};  // of costs: small, in line at the right edge, behind the text
  double bar = -1;                       // the filled part of the room for bars, 0 to 1; negative: no bar
  TableTone tone = TableTone::kPlain;
  bool is_name = false;  // shortened by ShortName()
  std::string place;     // small behind a name: tells equal names apart
  TableArrow arrow = TableArrow::kNone;
  // In units, before the arrow's room, which a cell without indent and arrow does not have. If the deepest
  // row in sight would need more than half of its column, all rows in sight move to the left together.
  double indent = 0;
  std::string tooltip;  // stands below the whole text, if that is shortened
  std::function<void(ImDrawList& list, ImVec2 min, ImVec2 max)> draw = {};  // in place of a text
};

struct TableRow {
  std::vector<TableCell> cells;  // one a column
  bool selected = false;
  bool lit = false;  // the pointer is on the row's context in another part of the window
};

struct TableSpec {
  std::string_view mark;  // "functions": rows are marked functions/row/NUMBER, headings functions/head/ID
  std::span<const TableColumn> columns;
  uint64_t row_count = 0;
  std::function<TableRow(uint64_t row)> row;  // makes a row in sight
  std::optional<size_t> sorted_by;            // a column
  bool descending = false;
  std::optional<uint64_t> selected;            // keys start from this row
  std::string_view empty;                      // the text of a table without rows
  std::span<const ColumnChoice> choices = {};  // of the menu about the columns; empty: no menu
  const Settings* settings = nullptr;  // with the widths of resized columns; null: columns cannot be resized
  bool uses_sideways = false;          // Right and Left are events; else they scroll the columns
  bool takes_keys = false;             // also while a text box above the table has the keyboard
};

// The user's actions on the table in this frame.
struct TableEvents {
  std::optional<size_t> sort_by;  // a heading was clicked
  bool descending = false;        // the direction to sort in
  std::optional<uint64_t> hovered;
  std::optional<uint64_t> chosen;     // clicked, or reached with up and down, page up and down, home and end
  bool by_key = false;                // a key chose `chosen`
  std::optional<uint64_t> activated;  // double click, Enter
  int sideways = 0;                   // Right: 1, Left: -1, also without rows
  std::optional<uint64_t> opened, closed;  // by the row's arrow, Right and Left (also without an arrow)
  std::optional<uint64_t> menu;            // right click, Menu
  ImVec2 menu_at;
  std::string menu_row;  // the row as text, cells separated by tabs
};

// The values that a table keeps between frames.
struct TableUi {
  // The widest texts that have been in sight: columns keep their width while the rows scroll.
  struct Widest {
    std::string number;
    float width = 0;  // of a stretching column, in units
  };
  std::vector<Widest> widest;        // one a column
  uint64_t widest_of = 0;            // the number of rows that `widest` is of
  double top = 0;                    // rows above the upper edge, the last one in part; exact up to 2^40 rows
  float left_px = 0;                 // how far all columns but the first are scrolled
  std::optional<uint64_t> cursor;    // the row where keys start
  std::optional<uint64_t> pressed;   // the row on which the mouse button went down
  std::optional<uint64_t> selected;  // in the frame before
  std::optional<uint64_t> scroll_to;  // the row to bring into sight in the next frame
  bool take_focus = false;            // takes the keyboard in the next frame
};

// Draws in the current window, in window pixels.
TableEvents DrawTable(const TableSpec& spec, TableUi& ui, const PanelRect& rect, const PanelContext& ctx);

// The height in pixels of headings that fit on one line.
[[nodiscard]] float TableHeadHeight(const PanelContext& ctx);

}  // namespace ringscope
