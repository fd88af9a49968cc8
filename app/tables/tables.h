#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/core/table_order.h"
#include "app/core/task.h"
#include "app/view/search_outcome.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"
#include "cct/base/job_control.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/table/group_table.h"
#include "cct/table/type_sums.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// A text that narrows the tree table to some contexts.
struct TreeFilterRequest : SearchRequest {
  friend bool operator==(const TreeFilterRequest&, const TreeFilterRequest&) = default;
};

// Matching contexts and their callers, and rows to unfold so that the dearest matches are in sight. Immutable
// once made.
struct TreeFilterOutcome {
  TreeFilterRequest request;
  std::string error;                       // why nothing was found; empty: no error
  std::shared_ptr<const SearchHits> hits;  // null after an error
  uint64_t matches = 0;                    // below the view root
  std::vector<ContextId> expanded;         // ascending
};

// Which rows of the tree table show their callees. Belongs to a view. Rows outside the view root are kept
// too.
struct TreeTableState {
  CctPtr tree;                      // the tree of the contexts in this struct
  std::vector<ContextId> expanded;  // ascending; the view root always shows its callees, listed or not
  uint64_t serial = 0;              // grows with every change of `expanded`
  // The selected context down to which rows were expanded last, and the root they were expanded from: once
  // only, so that a row that the user collapses afterwards stays collapsed.
  ContextId revealed = kNoContext;
  ContextId revealed_below = kNoContext;

  std::string filter;
  std::string filter_problem;  // why the text is not a query; the rows are still those of the last query
  Task<TreeFilterRequest, TreeFilterOutcome> filter_task;
  std::shared_ptr<const TreeFilterOutcome> filtered;  // the contexts that are rows; null: all
  std::vector<ContextId> expanded_before;             // `expanded` without a filter

  void VisitTasks(auto&& visit) { visit(filter_task); }
};

// The part of the difference of self costs that comes from more or fewer calls, at the cost of a call before:
// SplitCost() of each context, summed over the contexts of a row.
struct SplitSums {
  // By the metric's column of the side before, then by row; empty if rows are not split.
  std::vector<std::vector<double>> more_calls;

  [[nodiscard]] double Of(MetricIndex before, uint32_t row) const {
    const bool is_known = before < more_calls.size() && row < more_calls[before].size();
    return is_known ? more_calls[before][row] : 0;
  }
};

// Costs below one view root of one tree, put together by function, module, ... Immutable once made.
struct GroupSums {
  CctPtr tree;
  ViewRoot root;
  std::shared_ptr<const FrameGrouping> grouping;
  // Only for the grouping by function: 1 for each function that shares its name with another; whether any
  // function that occurs has a module; and in trees with types, the receivers of each function.
  std::vector<uint8_t> shares_name;
  bool has_modules = false;
  std::vector<TypeSums> receivers;
  SplitSums split;   // by group, if rows are split by calls
  GroupTable table;  // `self` is the functions' self cost, also in a tree with callers first
};

// The inputs of a table's rows.
struct TableRequest {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ViewRoot root;
  GroupBy by = GroupBy::kFunction;
  MetricIndex metric = 0;  // sorts the rows
  TableOrder order;
  std::vector<DerivedMetric> derived;  // the one that sorts the rows, if any, behind those it may name
  std::string filter;
  SelfPlace self_place = SelfPlace::kContexts;  // in `tree`
  friend bool operator==(const TableRequest&, const TableRequest&) = default;
};

// The largest cost in any of the rows, per metric.
struct LargestCosts {
  std::vector<uint64_t> self, inclusive;
};

// The rows of a table. Immutable once made.
struct TableOutcome {
  static constexpr uint32_t kNoRow = 0xffffffffu;
  TableRequest request;
  std::string error;  // why nothing could be added up; empty: no error
  std::shared_ptr<const GroupSums> sums;
  std::vector<uint32_t> rows;          // groups that occur and pass the filter, in order
  std::vector<uint32_t> row_of_group;  // the inverse, kNoRow for groups that are not rows
  uint32_t occurring = 0;              // number of groups before the filter
  LargestCosts largest;
  std::string filter_problem;  // why the filter cannot choose rows
};

struct TableState {
  std::string filter;
  Task<TableRequest, TableOutcome> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

// A function as people mean it (FunctionIndex), also in a tree with other frame numbers.
struct FunctionName {
  std::string name, module, file;
  uint32_t line = 0, column = 0;
  friend bool operator==(const FunctionName&, const FunctionName&) = default;
};

// The inputs of the tables of a function's callers and callees.
struct NeighbourRequest {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ViewRoot root;
  FunctionName centre;
  MetricIndex metric = 0;
  TableOrder order;  // by inclusive or self value, contexts or name
  friend bool operator==(const NeighbourRequest&, const NeighbourRequest&) = default;
};

struct NeighbourSums {
  CctPtr tree;
  ViewRoot root;
  FunctionName centre;
  std::shared_ptr<const FrameGrouping> grouping;  // by function
  std::vector<uint8_t> shares_name;               // per function, as in GroupSums
  uint32_t group = kNoGroup;                      // of the centre; kNoGroup: not in this tree
  std::array<NeighbourTable, 2> side;             // callers, callees (NeighbourSide)
  std::array<SplitSums, 2> split;                 // by group; behind all groups: the top of the tree
  std::vector<uint64_t> self, inclusive, total;   // of the centre and of the view root, per metric
};

// The row of a group in NeighbourSums::split.
[[nodiscard]] inline uint32_t SplitRowOf(const NeighbourSums& sums, uint32_t group) {
  return std::min(group, sums.grouping->size());
}

struct NeighbourOutcome {
  NeighbourRequest request;
  std::string error;
  std::shared_ptr<const NeighbourSums> sums;
  std::array<std::vector<uint32_t>, 2> rows;  // rows of the sums' tables, in order
  std::array<LargestCosts, 2> largest;        // of each side
};

struct NeighboursState {
  std::vector<FunctionName> history;  // of centres, oldest first
  size_t at = 0;                      // the index of the present centre in `history`
  // The view's tree and subject at the last look: a new subject becomes the centre.
  CctPtr seen_tree;
  std::optional<FrameId> seen;
  bool choose_when_done = false;  // the centre came from the history: it lights up when found
  Task<NeighbourRequest, NeighbourOutcome> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

// Make the rows of the tables on the calling (job) thread: add up, unless `before` has the sums, then filter
// and sort. Null if cancelled.
[[nodiscard]] std::shared_ptr<const TableOutcome> RunTable(const TableRequest& request,
                                                           const TableOutcome* before, JobControl& job);
[[nodiscard]] std::shared_ptr<const NeighbourOutcome> RunNeighbours(const NeighbourRequest& request,
                                                                    const NeighbourOutcome* before,
                                                                    JobControl& job);

// The row of a context; `row_count` or more: no row.
using RowOfContext = std::function<uint32_t(ContextId)>;

// Sums over all contexts at and below `roots`; empty unless the tree is a comparison that counts calls.
// O(contexts * metrics) on the calling thread. Errors: kCancelled, kMalformed.
[[nodiscard]] Result<SplitSums> BuildSplitSums(const Cct& tree, ContextRange roots, uint32_t row_count,
                                               const RowOfContext& row_of, JobControl& job);

}  // namespace ringscope

namespace ringscope::action {

// Opens the dock with this table.
struct ShowTable {
  GroupBy by = GroupBy::kFunction;
};
struct SortTable {
  TableOrder order;
};
struct SetTableFilter {
  std::string text;
};
// Gives the keyboard to the box above the shown table; with a closed dock, above the table of functions.
struct FocusTableFilter {};
// A row of a table: its function lights up while the pointer is on it.
struct HoverFunction {
  std::optional<FrameId> frame;
};
// Chooses the function and shows its callers and callees.
struct ShowNeighbours {
  FrameId frame = 0;
};
// Goes back (negative) and forward through the centres of the past.
struct StepNeighbours {
  int steps = 0;
};
struct SortNeighbours {
  TableOrder order;
};
// Searches for the contexts that a row's query selects, and makes them the subject of commands.
struct ChooseGroup {
  std::string query;
  bool searches = true;  // false: leaves the search unchanged
};
struct SetTableColumns {
  TableColumns columns;
};
struct ExpandRow {
  ContextId context = kNoContext;
  bool expanded = true;
};
// Narrows the tree table to contexts that a query selects, with their callers; empty: to all contexts.
struct SetTreeFilter {
  std::string text;
};
// Collapses all rows but the view root's.
struct CollapseTree {};
// Follows the largest callees from a context (kNoContext: the selected one, else the view root) while each
// holds enough of its caller's cost, selects the last, and shows the layers down to it.
struct ExpandHotPath {
  ContextId from = kNoContext;
};
using OutlineHotPath = Change<bool, &Settings::outline_hot_path>;
struct SetHotPathShare {
  int percent = 50;
};
// Selects the context and opens the table with its row.
struct ShowInTree {
  ContextId context = kNoContext;
};

void Do(AppState& state, const ShowTable& show, Effects& effects);
void Do(AppState& state, const SortTable& sort, Effects& effects);
void Do(AppState& state, ViewState& view, const SetTableFilter& set, Effects& effects);
void Do(AppState& state, ViewState& view, const FocusTableFilter& focus, Effects& effects);
void Do(AppState& state, ViewState& view, const HoverFunction& hover, Effects& effects);
void Do(AppState& state, const ShowNeighbours& show, Effects& effects);
void Do(AppState& state, ViewState& view, const StepNeighbours& step, Effects& effects);
void Do(AppState& state, const SortNeighbours& sort, Effects& effects);
void Do(AppState& state, ViewState& view, const ChooseGroup& choose, Effects& effects);
void Do(AppState& state, const SetTableColumns& set, Effects& effects);
void Do(AppState& state, ViewState& view, const ExpandRow& expand, Effects& effects);
void Do(AppState& state, ViewState& view, const SetTreeFilter& set, Effects& effects);
void Do(AppState& state, ViewState& view, const CollapseTree& collapse, Effects& effects);
void Do(AppState& state, ViewState& view, const ExpandHotPath& expand, Effects& effects);
void Do(AppState& state, const SetHotPathShare& set, Effects& effects);
void Do(AppState& state, ViewState& view, const ShowInTree& show, Effects& effects);

// Called after every action.

// Asks for the sums and rows that the shown table lacks.
void RefreshTables(AppState& state, Effects& effects);
// Asks for the filter's contexts if the tree table is shown, and takes the answer.
void RefreshTreeFilters(AppState& state, Effects& effects);
// Expands rows down to a newly selected context, if the table is shown.
void RevealInTree(AppState& state);
// Finds the hot path of each shown view that outlines it, if its inputs changed. O(callees of the contexts on
// the path).
void RefreshHotPaths(AppState& state);

}  // namespace ringscope::action
