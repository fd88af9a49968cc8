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

// The state of a box above a table between frames.
struct FilterBoxUi {
  std::string typed;
  bool active = false;   // has the keyboard
  bool awaited = false;  // an action gave it the keyboard in the frame before
  bool left = false;     // Enter or Esc ended typing in this frame: the table gets the keyboard
};

struct TablePanelUi {
  TableUi table;
  FilterBoxUi filter;
  // The view's tree, selection and choice in the frame before. After a change the new row comes into sight.
  const Cct* tree = nullptr;
  ContextId selected = kNoContext;
  std::optional<FrameId> chosen;
  bool show_selected = false;
};

// Draws a box above a table. Returns the text if the user changed it.
[[nodiscard]] std::optional<std::string> DrawFilterBox(const AppState& state, const std::string& text,
                                                       std::string_view mark, float width, FilterBoxUi& ui,
                                                       const PanelContext& ctx);
// Gives the table the keyboard once the user left the box above it, or chose a row from the box.
void FollowFilterBox(const FilterBoxUi& filter, const TableEvents& events, TableUi& table);

// Draws the costs of functions, modules, ... in the rest of the current window. Returns the function of the
// row under the pointer.
std::optional<FrameId> DrawTablePanel(const AppState& state, TablePanelUi& ui, const PanelContext& ctx);

// Columns and rows of a model as DrawTable() takes them.
[[nodiscard]] std::vector<TableColumn> ColumnsFrom(const std::vector<TableColumnModel>& columns,
                                                   const TableColumns& shown);
[[nodiscard]] TableRow RowFrom(TableRowModel&& row, const TableColumns& shown);
// Draws a table of the active view. Adds to the spec: the order of the head, remembered widths, and the menu
// of columns.
TableEvents DrawTableOf(const AppState& state, const TableHead& head, TableSpec spec, TableUi& ui,
                        const PanelRect& rect, const PanelContext& ctx);

struct NeighboursPanelUi {
  TableUi callers, callees;
  FunctionName centre;  // of the frame before: the lists of another function start at their top
};

// Draws the callers and the callees of a function in the rest of the current window. Returns the function of
// the row under the pointer.
std::optional<FrameId> DrawNeighboursPanel(const AppState& state, NeighboursPanelUi& ui,
                                           const PanelContext& ctx);

// The state of the tree table between frames.
struct TreePanelUi {
  TreeRows rows;
  FilterBoxUi filter;
  TableUi table;
  HasModules has_modules;
  // The inputs that the table was last scrolled for.
  ViewId view = 0;
  CctPtr tree;
  ViewRoot root;
  ContextId selected = kNoContext;
  uint64_t builds = 0;
  std::optional<uint64_t> selected_row;  // of the selected context, or of its nearest caller in sight
  ContextId pointed = kNoContext;        // the context under the pointer here
};

// Draws the contexts below the view root as a table that unfolds, in the rest of the current window.
void DrawTreePanel(const AppState& state, TreePanelUi& ui, const PanelContext& ctx);

// Makes the charts light the context of the row under the pointer. `hovered`: that context, or kNoContext;
// `pointed`: the value of the frame before.
void PointFromTable(const ViewState& view, ContextId hovered, ContextId& pointed, const PanelContext& ctx);

// The state of the list of matches between frames.
struct MatchesPanelUi {
  TableUi table;
  std::string opened_for;  // the text of the search that opened the list
  HasModules has_modules;
  std::shared_ptr<const SortedMatches> listed;  // the list that the table was scrolled in
  ContextId selected = kNoContext;              // the match that the table was scrolled to
  ContextId pointed = kNoContext;               // the match under the pointer
};

// Draws the matches of the search below the view root, in the rest of the current window.
void DrawMatchesPanel(const AppState& state, MatchesPanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
