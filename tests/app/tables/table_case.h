#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "app/core/settings.h"
#include "app/tables/columns.h"
#include "app/tables/table_model.h"
#include "app/view/command.h"
#include "tests/app/app_test_state.h"
#include "tests/app/tables/find_cell.h"

namespace ringscope {

using Names = std::vector<std::string>;

// The worked example, with the tables below its chart.
class TableTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample, "bytecodes"));

  const ViewState& view() { return *ActiveView(state); }
  const Cct& tree() { return view().tree(); }
  FrameId FrameOf(std::string_view path) { return tree().FrameOf(At(tree(), path)); }

  std::vector<Effect> DoAll(Action action) { return ringscope::DoAll(state, std::move(action)); }
  std::string Cell(uint64_t row, std::string_view column, bool share = false) {
    const TableModel model = BuildTableModel(state);
    const TableRowModel made = BuildTableRow(state, model, row);
    const TableCellModel* const cell = FindCell(model, made, column);
    if (cell == nullptr) return "no such cell";
    return share ? cell->share : cell->text;
  }
  bool HasModuleColumn() {
    for (const TableColumnModel& column : BuildTableModel(state).columns) {
      if (column.id == "module") return true;
    }
    return false;
  }
  Names Column(std::string_view column) {
    Names texts;
    const uint64_t rows = BuildTableModel(state).row_count;
    for (uint64_t row = 0; row < rows; ++row) texts.push_back(Cell(row, column));
    return texts;
  }
};

}  // namespace ringscope
