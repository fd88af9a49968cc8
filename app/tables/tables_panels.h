#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/tables/table_model.h"
#include "app/tables/tree_table_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/table/table_view.h"

namespace ringscope {

// What a box above a table keeps between frames.
struct FilterBoxUi {
  std::string typed;
  bool active = false;   // has the keyboard
  bool awaited = false;  // was asked for in the frame before
  bool left = false;     // with Enter or Esc, in this frame: the table gets the keyboard
};

struct TablePanelUi {
  TableUi table;
  FilterBoxUi filter;
  // What the view was about in the frame before. After a change the new row comes into sight.
  const Cct* tree = nullptr;
  ContextId selected = kNoContext;
  std::optional<FrameId> chosen;
  bool show_selected = false;
};

// A box above a table. Returns the text if the user changed it.
[[nodiscard]] std::optional<std::string> DrawFilterBox(const AppState& state, const std::string& text,
                                                       std::string_view mark, float width, FilterBoxUi& ui,
                                                       const PanelContext& ctx);
// Gives the table the keyboard once the user left the box above it, or chose a row from the box.
void FollowFilterBox(const FilterBoxUi& filter, const TableEvents& events, TableUi& table);

// What functions, modules, ... cost in all, in the rest of the current window. Returns the function of the
// row under the pointer.
std::optional<FrameId> DrawTablePanel(const AppState& state, TablePanelUi& ui, const PanelContext& ctx);

// Columns and rows of a model as DrawTable() takes them.
[[nodiscard]] std::vector<TableColumn> ColumnsFrom(const std::vector<TableColumnModel>& columns,
                                                   const TableColumns& shown);
[[nodiscard]] TableRow RowFrom(TableRowModel&& row, const TableColumns& shown);
// Draws a table of the active view. Adds to its spec what all of them have: the order that the head tells,
// remembered widths, and the menu about columns.
TableEvents DrawTableOf(const AppState& state, const TableHead& head, TableSpec spec, TableUi& ui,
                        const PanelRect& rect, const PanelContext& ctx);

struct NeighboursPanelUi {
  TableUi callers, callees;
  FunctionName centre;  // of the frame before: the lists of another function start at their top
};

// Who calls a function and what it calls, in the rest of the current window. Returns the function of the row
// under the pointer.
std::optional<FrameId> DrawNeighboursPanel(const AppState& state, NeighboursPanelUi& ui,
                                           const PanelContext& ctx);

// What the tree table keeps between frames.
struct TreePanelUi {
  TreeRows rows;
  FilterBoxUi filter;
  TableUi table;
  HasModules has_modules;
  // What the table was last scrolled for.
  ViewId view = 0;
  CctPtr tree;
  ViewRoot root;
  ContextId selected = kNoContext;
  uint64_t builds = 0;
  std::optional<uint64_t> selected_row;  // of the selected context, or of its nearest caller in sight
  ContextId pointed = kNoContext;        // the context under the pointer here
};

// The contexts below the view root as a table that unfolds, in the rest of the current window.
void DrawTreePanel(const AppState& state, TreePanelUi& ui, const PanelContext& ctx);

// Tells the charts which row is under the pointer: they light its context as long. `hovered`: the row's
// context, or kNoContext; `pointed`: the value of the frame before.
void PointFromTable(const ViewState& view, ContextId hovered, ContextId& pointed, const PanelContext& ctx);

// What the list of matches keeps between frames.
struct MatchesPanelUi {
  TableUi table;
  std::string opened_for;  // what was searched for when the list was opened
  HasModules has_modules;
  std::shared_ptr<const SortedMatches> listed;  // the list that the table was scrolled in
  ContextId selected = kNoContext;              // the match that the table was scrolled to
  ContextId pointed = kNoContext;               // the match under the pointer
};

// What the search found below the view root, in the rest of the current window.
void DrawMatchesPanel(const AppState& state, MatchesPanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
