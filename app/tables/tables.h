#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/core/table_order.h"
#include "app/core/task.h"
#include "app/tables/split_sums.h"
#include "app/view/search_outcome.h"
#include "app/view/state/app_state.h"
#include "app/view/state/loaded_tree.h"
#include "cct/base/job_control.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/table/group_table.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Which contexts the tree table is narrowed to.
struct TreeFilterRequest : SearchRequest {
  friend bool operator==(const TreeFilterRequest&, const TreeFilterRequest&) = default;
};

// Those that match and their callers, and rows to unfold so that the dearest matches are in sight. Immutable
// once made.
struct TreeFilterOutcome {
  TreeFilterRequest request;
  std::string error;                       // why there are none
  std::shared_ptr<const SearchHits> hits;  // null where there is an error
  uint64_t matches = 0;                    // below the view root
  std::vector<ContextId> expanded;         // ascending
};

// Which rows of the tree table show their callees. Belongs to a view; what lies elsewhere than below the view
// root is kept for when one comes back.
struct TreeTableState {
  CctPtr tree;                      // whose contexts these are
  std::vector<ContextId> expanded;  // ascending; the view root always shows its callees, listed or not
  uint64_t serial = 0;              // grows with every change of `expanded`
  // The selected context down to which rows were expanded last, and from where, so that collapsing one of
  // them afterwards lasts.
  ContextId revealed = kNoContext;
  ContextId revealed_below = kNoContext;

  std::string filter;
  std::string filter_problem;  // why the text is no query; the rows are those of the text before
  Task<TreeFilterRequest, TreeFilterOutcome> filter_task;
  std::shared_ptr<const TreeFilterOutcome> filtered;  // what the rows are narrowed to; null: all are shown
  std::vector<ContextId> expanded_before;             // without a filter

  void VisitTasks(auto&& visit) { visit(filter_task); }
};

// What is spent below one view root of one tree, put together by function, module, ... Immutable once made.
struct GroupSums {
  CctPtr tree;
  ViewRoot root;
  std::shared_ptr<const FrameGrouping> grouping;
  std::vector<uint8_t> shares_name;  // per function: another one has its name; empty of other groupings
  bool has_modules = false;          // a function that occurs has one; not told of other groupings
  SplitSums split;   // by group, where rows are split by calls
  GroupTable table;  // `self` is what functions cost themselves, also in a tree with callers first
};

// Which rows a table shall show.
struct TableRequest {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ViewRoot root;
  GroupBy by = GroupBy::kFunction;
  MetricIndex metric = 0;  // that is sorted by
  TableOrder order;
  std::vector<DerivedMetric> derived;  // where it is sorted by one: that, behind those that it may name
  std::string filter;
  SelfPlace self_place = SelfPlace::kContexts;  // in the tree
  friend bool operator==(const TableRequest&, const TableRequest&) = default;
};

// The largest cost in any of the rows, per metric.
struct LargestCosts {
  std::vector<uint64_t> self, inclusive;
};

// The rows themselves. Immutable once made.
struct TableOutcome {
  static constexpr uint32_t kNoRow = 0xffffffffu;
  TableRequest request;
  std::string error;  // nothing could be added up: why
  std::shared_ptr<const GroupSums> sums;
  std::vector<uint32_t> rows;          // groups that occur and pass the filter, in order
  std::vector<uint32_t> row_of_group;  // the inverse, kNoRow where a group is not listed
  uint32_t occurring = 0;              // groups before the filter
  LargestCosts largest;
  std::string filter_problem;          // why the filter says nothing about rows
};

struct TableState {
  std::string filter;
  Task<TableRequest, TableOutcome> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

// A function as people mean it (FunctionIndex), also in a tree whose frames are numbered otherwise.
struct FunctionName {
  std::string name, module, file;
  uint32_t line = 0, column = 0;
  friend bool operator==(const FunctionName&, const FunctionName&) = default;
};

// Which function's neighbours shall be shown, and how.
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

// Where the split of a row of neighbours stands.
[[nodiscard]] inline uint32_t SplitRowOf(const NeighbourSums& sums, uint32_t group) {
  return std::min(group, sums.grouping->size());
}

struct NeighbourOutcome {
  NeighbourRequest request;
  std::string error;
  std::shared_ptr<const NeighbourSums> sums;
  std::array<std::vector<uint32_t>, 2> rows;  // rows of the sums' tables, in order
  std::array<LargestCosts, 2> largest;        // of each
};

struct NeighboursState {
  std::vector<FunctionName> history;  // of centres, oldest first
  size_t at = 0;                      // of the present one
  // What the view was about when that was looked at last: a change makes it the centre.
  CctPtr seen_tree;
  std::optional<FrameId> seen;
  bool choose_when_done = false;  // the centre came from the history: it lights up when it is found
  Task<NeighbourRequest, NeighbourOutcome> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

// Finds what the text matches in the whole tree: about 5 ns a context for a query about functions. Null when
// cancelled.
[[nodiscard]] std::shared_ptr<const TreeFilterOutcome> RunTreeFilter(const TreeFilterRequest& request,
                                                                     JobControl& job);

// What the tables show, on the calling (job) thread: adds up, unless `before` has it, then filters and sorts.
// Null when cancelled.
[[nodiscard]] std::shared_ptr<const TableOutcome> RunTable(const TableRequest& request,
                                                           const TableOutcome* before, JobControl& job);
[[nodiscard]] std::shared_ptr<const NeighbourOutcome> RunNeighbours(const NeighbourRequest& request,
                                                                    const NeighbourOutcome* before,
                                                                    JobControl& job);

// Which groups a filter lets through, one entry a group: a query about functions where rows are functions;
// elsewhere words are about the rows' own names and fields (`mod:`, `file:`) about the functions in them.
// What is no query is looked for as it stands. Errors: kInvalidArgument for queries about costs or callers.
[[nodiscard]] Result<std::vector<uint8_t>> FilterGroups(const LoadedTree& tree, const FrameGrouping& grouping,
                                                        std::string_view filter);

}  // namespace ringscope

namespace ringscope::action {

// Opens the dock with it.
struct ShowTable {
  GroupBy by = GroupBy::kFunction;
};
struct SortTable {
  TableOrder order;
};
struct SetTableFilter {
  std::string text;
};
// The box above the shown table gets the keyboard; of functions where the dock is closed.
struct FocusTableFilter {};
// A row of a table: its function lights up while the pointer is on it.
struct HoverFunction {
  std::optional<FrameId> frame;
};
// Chooses the function and shows its callers and callees.
struct ShowNeighbours {
  FrameId frame = 0;
};
// Back (negative) and forward through the functions looked at.
struct StepNeighbours {
  int steps = 0;
};
struct SortNeighbours {
  TableOrder order;
};
// The contexts that the query of a row selects light up, and commands are about them.
struct ChooseGroup {
  std::string query;
  bool searches = true;  // false: commands alone are about them
};
struct SetTableColumns {
  TableColumns columns;
};
struct ExpandRow {
  ContextId context = kNoContext;
  bool expanded = true;
};
// Narrows the tree table to contexts that a query selects, with their callers; empty: all are shown.
struct SetTreeFilter {
  std::string text;
};
// Down to the view root's callees.
struct CollapseTree {};
// Follows the largest callees from a context (kNoContext: the selected one, else the view root) as long as
// each holds enough of its caller's cost, selects the last, and shows the layers down to it.
struct ExpandHotPath {
  ContextId from = kNoContext;
};
struct OutlineHotPath {
  bool on = true;
};
struct SetHotPathShare {
  int percent = 50;
};
// Selects it and opens the table where it stands.
struct ShowInTree {
  ContextId context = kNoContext;
};

void Do(AppState& state, const ShowTable& show, Effects& effects);
void Do(AppState& state, const SortTable& sort, Effects& effects);
void Do(AppState& state, const SetTableFilter& set, Effects& effects);
void Do(AppState& state, const FocusTableFilter& focus, Effects& effects);
void Do(AppState& state, const HoverFunction& hover, Effects& effects);
void Do(AppState& state, const ShowNeighbours& show, Effects& effects);
void Do(AppState& state, const StepNeighbours& step, Effects& effects);
void Do(AppState& state, const SortNeighbours& sort, Effects& effects);
void Do(AppState& state, const ChooseGroup& choose, Effects& effects);
void Do(AppState& state, const SetTableColumns& set, Effects& effects);
void Do(AppState& state, const ExpandRow& expand, Effects& effects);
void Do(AppState& state, const SetTreeFilter& set, Effects& effects);
void Do(AppState& state, const CollapseTree& collapse, Effects& effects);
void Do(AppState& state, const ExpandHotPath& expand, Effects& effects);
void Do(AppState& state, const OutlineHotPath& outline, Effects& effects);
void Do(AppState& state, const SetHotPathShare& set, Effects& effects);
void Do(AppState& state, const ShowInTree& show, Effects& effects);

// Asks for what the shown table has not got yet. After every action.
void RefreshTables(AppState& state, Effects& effects);
// Asks for what the tree table is narrowed to, where it is shown, and takes the answer. After every action.
void RefreshTreeFilters(AppState& state, Effects& effects);
// Expands rows down to the selected context, where the table is shown and that was not done yet. After every
// action.
void RevealInTree(AppState& state);
// Finds the hot path of each view that is shown, where it is outlined and something that it depends on has
// changed. After every action. O(callees of the contexts on it).
void RefreshHotPaths(AppState& state);

}  // namespace ringscope::action
