#pragma once

#include <optional>
#include <string>

#include "app/core/app_state.h"
#include "app/tables/table_model.h"
#include "app/widgets/panel_context.h"
#include "app/widgets/table_view.h"

namespace ringscope {

struct TablePanelUi {
  TableUi table;
  std::string filter;
  bool filter_active = false;
  // What the view was about in the frame before; a change brings its row into sight.
  const Cct* tree = nullptr;
  ContextId selected = kNoContext;
  std::optional<FrameId> chosen;
  bool show_selected = false;
};

// What functions, modules, ... cost in all, in the rest of the current window. Returns the function of the
// row under the pointer.
std::optional<FrameId> DrawTablePanel(const AppState& state, TablePanelUi& ui, const PanelContext& ctx);

// What columns and rows of a model look like.
[[nodiscard]] std::vector<TableColumn> ColumnsFrom(const std::vector<TableColumnModel>& columns);
[[nodiscard]] TableRow RowFrom(TableRowModel&& row);
// What a click on a heading asks for.
[[nodiscard]] TableOrder OrderFrom(const TableColumnModel& column, bool descending);

}  // namespace ringscope
