#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/action.h"
#include "app/core/display_text.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/tables/tree_rows.h"
#include "app/view/colors/derived_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What all rows of one frame have in common.
struct TreeTableModel : TableHead {
  bool callers_first = false;        // callers stand below their callees
  std::vector<uint64_t> totals;      // of the view root, per metric
  std::optional<MetricIndex> calls;  // the metric that counts calls, unless shown anyway
  std::vector<BoundDerivedMetric> derived;
  uint32_t first_layer = 0;             // of the rows of depth 0; 1 for the first contexts of the tree
  std::optional<ContextId> fixed_root;  // always shows its callees
};
// Valid as long as the view's tree. O(formulas).
[[nodiscard]] TreeTableModel BuildTreeTableModel(const AppState& state, const ViewState& view,
                                                 bool with_modules = true);

// Why the table's filter cannot choose rows; empty if it can.
[[nodiscard]] const std::string& TreeFilterProblem(const TreeTableState& table);
// "12 rows"; for a filtered table "321 matches", or why the filter's text is not in force.
[[nodiscard]] std::string TreeCountText(const ViewState& view, uint64_t rows, std::string_view loading);

// One row ready to be shown.
struct TreeRowModel : TableRowModel {
  ContextId context = kNoContext;
  uint32_t depth = 0;
  bool has_callees = false;
  bool expanded = false;
  bool selected = false;
  bool lit = false;  // the pointer is on the context, here or in the chart
};
[[nodiscard]] TreeRowModel BuildTreeRow(const ViewState& view, const TreeTableModel& model,
                                        const TreeRows& rows, uint64_t row);

// Whether any function of a tree has a module; otherwise a column of modules says nothing. Looked up once a
// tree, in O(frames).
class HasModules {
 public:
  [[nodiscard]] bool operator()(const CctPtr& tree);

 private:
  CctPtr tree_;
  bool has_ = false;
};

// What Right does in a row: unfolds it, or goes to the first callee of an unfolded row. Left folds it, or
// goes to the caller of a folded row. Nothing if there is nothing to do.
[[nodiscard]] std::optional<Action> OpenRowAction(const ViewState& view, const TreeTableModel& model,
                                                  const TreeRows& rows, uint64_t row);
[[nodiscard]] std::optional<Action> CloseRowAction(const ViewState& view, const TreeTableModel& model,
                                                   const TreeRows& rows, uint64_t row);

}  // namespace ringscope
