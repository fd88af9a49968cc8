#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/core/action.h"
#include "app/core/display_text.h"
#include "app/tables/columns.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/view/colors/derived_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// A row of the tree table.
struct TreeRow {
  ContextId context = kNoContext;
  uint32_t depth = 0;  // layers below the view root (below its caller, if the view root is a run)
};

// The rows of a view's tree table, numbered from 0: the view root, and below each expanded context its
// callees, largest first by inclusive value in the view's metric (in a comparison by the size of the
// difference), equal ones in level order; in a filtered table only callees that pass the filter. Derived from
// the state and kept between frames, so that a frame costs only the rows in sight.
//
// Rows are stored as runs of siblings between two expanded ones: 24 bytes a run, and 4 for each callee that
// is sorted away from its place in the tree.
class TreeRows {
 public:
  // Brings the rows up to date with the view. O(1) without a change; else O(expanded * log expanded), and
  // O(callees * log callees) for each context expanded for the first time in another metric than the first,
  // or below a filter.
  void Update(const ViewState& view);

  [[nodiscard]] uint64_t size() const { return size_; }
  // `row` must be below size(). O(log expanded).
  [[nodiscard]] TreeRow At(uint64_t row) const;
  // The row of a context; std::nullopt if one of its callers is collapsed, or if the context lies outside the
  // view root. O(log n).
  [[nodiscard]] std::optional<uint64_t> Find(ContextId context) const;
  // The row of the context, else that of its nearest caller with a row.
  [[nodiscard]] std::optional<uint64_t> FindNearest(ContextId context) const;
  // Whether expanding the context shows callees. O(1), below a filter O(log n).
  [[nodiscard]] bool HasRowsBelow(ContextId context) const;
  // Whether the context's callees are shown below it.
  [[nodiscard]] bool IsExpanded(ContextId context) const;
  // How often the rows were rebuilt.
  [[nodiscard]] uint64_t builds() const { return builds_; }

 private:
  static constexpr uint32_t kTreeOrder = 0xffffffffu;
  static constexpr uint32_t kNoNode = 0xffffffffu;
  static constexpr uint32_t kToCome = 0xfffffffeu;
  static constexpr uint32_t kNoPlace = 0xffffffffu;

  // A context whose callees are rows. The first node stands for the caller of the view root.
  struct Node {
    ContextRange callees;
    uint32_t count = 0;           // of callees that are rows
    uint32_t depth = 0;           // of the callees
    uint32_t order = kTreeOrder;  // the begin of the callees in order_
    uint64_t first_row = 0;       // of the callees
    uint32_t first_open = 0, open_count = 0;
  };
  // An expanded callee of a node.
  struct Open {
    uint32_t place = 0;       // among its siblings
    uint32_t index = 0;       // in open_contexts_
    uint64_t rows_below = 0;  // below this callee and the expanded siblings before it
  };
  // Rows from `first_row` on are the callees of `node` from `place` on.
  struct Run {
    uint64_t first_row = 0;
    uint32_t node = 0;
    uint32_t place = 0;
  };

  void Build(const TreeTableState& table);
  uint32_t AddNode(ContextRange callees, ContextId caller, uint32_t depth);
  // The begin of a caller's callees in order_, and how many of them are rows.
  struct Order {
    uint32_t begin = kTreeOrder;
    uint32_t count = 0;
  };
  [[nodiscard]] Order OrderOf(ContextId caller, ContextRange callees);
  [[nodiscard]] bool IsRow(ContextId context) const;
  [[nodiscard]] ContextId CalleeAt(const Node& node, uint32_t place) const;
  [[nodiscard]] uint32_t PlaceOf(const Node& node, ContextId callee) const;
  [[nodiscard]] uint32_t IndexOfOpen(ContextId context) const;

  // The inputs of the rows.
  ViewId view_ = 0;
  CctPtr tree_;
  std::shared_ptr<const TreeFilterOutcome> filtered_;  // null: all contexts are rows
  ViewRoot root_;
  MetricIndex metric_ = 0;
  ContextOrder order_by_;
  uint64_t serial_ = 0;

  std::vector<ContextId> open_contexts_;  // ascending
  std::vector<uint32_t> node_of_open_;    // kNoNode if not in sight
  std::vector<Node> nodes_;
  std::vector<Open> opens_;  // of each node in the order of rows
  std::vector<Run> runs_;    // by first_row
  uint64_t size_ = 0;
  uint64_t builds_ = 0;

  // Callees by value, and the place of each caller's callees (kNoContext: those of the run that is the view
  // root); kept while tree, metric and filter are the same.
  std::vector<ContextId> order_;
  std::unordered_map<ContextId, Order> order_of_;
};

// The properties that all rows of one frame share.
struct TreeTableModel : TableHead {
  bool callers_first = false;        // callers stand below their callees
  std::vector<uint64_t> totals;      // of the view root, per metric
  std::optional<MetricIndex> calls;  // the metric that counts calls, unless it is the drawn metric
  std::vector<BoundDerivedMetric> derived;
  uint32_t first_layer = 0;             // of the rows of depth 0; 1 for the first contexts of the tree
  std::optional<ContextId> fixed_root;  // always shows its callees
};
// Valid as long as the view's tree. O(formulas).
[[nodiscard]] TreeTableModel BuildTreeTableModel(const AppState& state, const ViewState& view,
                                                 bool with_modules = true);

// Why the table's filter cannot choose rows; empty if it can.
[[nodiscard]] const std::string& TreeFilterProblem(const TreeTableState& table);
// "12 rows"; for a filtered table "321 matches", or the reason why the filter's text is not applied.
[[nodiscard]] std::string TreeCountText(const ViewState& view, uint64_t rows, std::string_view loading);

// One row ready to be shown.
struct TreeRowModel : TableRowModel {
  ContextId context = kNoContext;
  uint32_t depth = 0;
  bool has_callees = false;
  bool expanded = false;
};
[[nodiscard]] TreeRowModel BuildTreeRow(const ViewState& view, const TreeTableModel& model,
                                        const TreeRows& rows, uint64_t row);

// Whether any function of a tree has a module, and so a table a column of modules. Looked up once a tree, in
// O(frames).
class HasModules {
 public:
  [[nodiscard]] bool operator()(const CctPtr& tree);

 private:
  CctPtr tree_;
  bool has_ = false;
};

// The actions of Right and Left in a row. Right unfolds it, or selects the first callee of an unfolded row;
// Left folds it, or selects the caller of a folded row. std::nullopt if there is nothing to do.
[[nodiscard]] std::optional<Action> OpenRowAction(const TreeRows& rows, uint64_t row);
[[nodiscard]] std::optional<Action> CloseRowAction(const ViewState& view, const TreeTableModel& model,
                                                   const TreeRows& rows, uint64_t row);

}  // namespace ringscope
