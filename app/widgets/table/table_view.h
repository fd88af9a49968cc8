#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/panel_context.h"

namespace ringscope {

// A list of rows below a row of headings. Only rows in sight are asked for and drawn, and where the list is
// scrolled to is counted in rows, so that a list of 100 million rows scrolls as exactly as one of ten.

struct TableColumn {
  std::string id;  // of marks and remembered widths
  std::string title;
  std::string tooltip;     // of the heading
  float width = 90;        // in units of the content scale; of a stretching column the least
  bool stretches = false;  // the rest of the width is shared by these, e.g. the name
  bool numeric = false;    // right aligned; a first click on its heading puts the largest on top
  bool sortable = true;
  bool keeps_end = false;  // of a path: what does not fit is cut off at its front
};

enum class TableTone : uint8_t { kPlain, kDim, kFaint, kAccent };
// What unfolds a row of a tree.
enum class TableArrow : uint8_t { kNone, kClosed, kOpen };

struct TableCell {
  std::string text;
  std::string share;  // of numeric columns: quieter, in line at their right edge; the text stands before it
  double bar = -1;    // 0 to 1: this part of the cell is filled behind the numbers; negative: no bar
  TableTone tone = TableTone::kPlain;
  bool is_name = false;  // shortened from its least telling end
  std::string place;     // of a name: quieter behind it, with what tells it from others of that name
  TableArrow arrow = TableArrow::kNone;
  // In units, before the arrow's room; negative: no room for an arrow either. Where the deepest row in sight
  // would need more than half of its column, all in sight move to the left together.
  double indent = 0;
  std::string tooltip;  // where there is more to say than the text, which is shown where it was shortened
};

struct TableRow {
  std::vector<TableCell> cells;  // one a column
  bool selected = false;
  bool lit = false;  // the pointer is on its context elsewhere
};

struct TableSpec {
  std::string_view mark;  // "functions": rows are marked functions/row/NUMBER, headings functions/head/ID
  std::span<const TableColumn> columns;
  uint64_t row_count = 0;
  std::function<TableRow(uint64_t row)> row;  // of one in sight
  std::optional<size_t> sorted_by;            // a column
  bool descending = false;
  std::optional<uint64_t> selected;    // keys start from here
  std::string_view empty;              // said where there are no rows
  float share_width = 58;              // in units: room for shares
  const Settings* settings = nullptr;  // with the widths of columns that were resized; null: none were
  bool takes_keys = false;             // also while the keyboard belongs to a box above it
};

// What the user did with it in this frame.
struct TableEvents {
  std::optional<size_t> sort_by;  // a heading was clicked
  bool descending = false;        // how to sort then
  std::optional<uint64_t> hovered;
  std::optional<uint64_t> chosen;     // clicked, or reached with up and down, page up and down, home and end
  bool by_key = false;                // which of these
  std::optional<uint64_t> activated;  // double click, Enter
  std::optional<uint64_t> opened, closed;  // by its arrow, Right and Left (also where there is no arrow)
  std::optional<uint64_t> menu;            // right click
  ImVec2 menu_at;
};

// What a table keeps between frames.
struct TableUi {
  double top = 0;                    // rows above its upper edge, the last one in part; exact up to 2^40 rows
  float left_px = 0;                 // how far the columns behind the first are scrolled
  std::optional<uint64_t> cursor;    // where the keys are
  std::optional<uint64_t> pressed;   // the mouse button went down on it
  std::optional<uint64_t> selected;  // of the frame before
  std::optional<uint64_t> scroll_to;  // comes into sight in the next frame
  bool take_focus = false;            // takes the keyboard in the next frame
};

// Takes the room for shares from the columns that have them, as far as that brings all columns into `width`,
// in units.
void NarrowColumns(std::vector<TableColumn>& columns, float width);

// In the current window, in window pixels.
TableEvents DrawTable(const TableSpec& spec, TableUi& ui, const PanelRect& rect, const PanelContext& ctx);

// The height of the headings in pixels.
[[nodiscard]] float TableHeadHeight(const PanelContext& ctx);

}  // namespace ringscope
