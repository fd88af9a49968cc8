#include "app/tables/tree_table_model.h"

#include <algorithm>
#include <utility>

#include "app/search/search.h"
#include "app/view/difference/difference_model.h"
#include "app/view/navigation.h"
#include "app/view/stack_text.h"
#include "cct/base/check.h"
#include "cct/base/text/number_text.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

void AddColumns(const Settings& settings, const ViewState& view, bool with_modules, TreeTableModel& model) {
  const bool callers_first = model.callers_first;
  model.Add("name", "Function",
            callers_first ? "Below each context those that call it, the largest first"
                          : "Below each context those that it calls, the largest first",
            TableKey::kName);
  AddCostColumns(settings, view.tree(), view.metric,
                 {.self_title = std::string(callers_first ? kOutermostTitle : kSelfTitle),
                  .self_means = callers_first ? std::string(kOutermostMeaning) : "of the context alone",
                  .inclusive_means = "of the context and all below it"},
                 model);
  if (!(settings.*ColumnsOfTables(view.tree(), view.metric)).places)
    return SortByContextOrder({view.tree(), view.metric}, model);
  if (model.calls) model.Add("calls", "Calls", "How often it was called here", TableKey::kCalls);
  if (!view.tree().types().empty())
    model.Add("receiver-types", "Called on", "The types of the objects that it is called on here, by calls",
              TableKey::kReceiverTypes);
  for (size_t i = 0; i < model.derived.size(); ++i) {
    const std::string& title = model.derived[i].name;
    // A comparison's difference of the drawn metric has columns already.
    if (model.derived[i].sides && model.derived[i].sides == SidesOf(view.tree().metrics(), view.metric))
      continue;
    model.Add("derived" + std::to_string(i), title, title + " of the context and all it calls",
              TableKey::kDerived, title);
    model.columns.back().index = static_cast<MetricIndex>(i);
  }
  model.Add("layer", "Layer", "Layers below the root of the tree", TableKey::kLayer);
  if (with_modules) model.Add("module", "Module", "Library, program or package", TableKey::kModule);
  SortByContextOrder({view.tree(), view.metric}, model);
}

}  // namespace

void TreeRows::Update(const ViewState& view) {
  const TreeTableState& table = view.slots.Get<TreeTableState>();
  const ViewRoot& root = view.history.current().root;
  const bool same_root = root_ == root;
  const bool same_order = tree_ == view.shown.tree && metric_ == view.metric && filtered_ == table.filtered &&
                          (same_root || (filtered_ == nullptr && !root_.is_run() && !root.is_run()));
  if (same_order && same_root && view_ == view.id && serial_ == table.serial) return;
  if (!same_order) {
    order_.clear();
    order_of_.clear();
  }
  view_ = view.id;
  tree_ = view.shown.tree;
  filtered_ = table.filtered;
  root_ = root;
  metric_ = view.metric;
  order_by_ = ContextOrder(*tree_, metric_);
  serial_ = table.serial;
  Build(table);
}

void TreeRows::Build(const TreeTableState& table) {
  ++builds_;
  nodes_.clear();
  opens_.clear();
  runs_.clear();
  open_contexts_.clear();
  open_contexts_.reserve(table.expanded.size() + 1);
  for (const ContextId context : table.expanded) {
    if (context < tree_->context_count()) open_contexts_.push_back(context);
  }
  if (!root_.is_run()) {
    const auto at = std::lower_bound(open_contexts_.begin(), open_contexts_.end(), root_.context);
    if (at == open_contexts_.end() || *at != root_.context) open_contexts_.insert(at, root_.context);
  }
  node_of_open_.assign(open_contexts_.size(), kNoNode);

  struct Level {
    uint32_t node = 0;
    uint32_t next_open = 0;
    uint32_t next_place = 0;
  };
  std::vector<Level> path;
  uint64_t row = 0;
  // Adds the run of the innermost node's callees before place `end`.
  const auto emit = [&](Level& level, uint32_t end) {
    if (level.next_place == end) return;
    runs_.push_back({row, level.node, level.next_place});
    row += end - level.next_place;
    level.next_place = end;
  };
  path.push_back({AddNode(SearchRoots(root_), kNoContext, 0), 0, 0});
  while (!path.empty()) {
    Level& level = path.back();
    if (level.next_open == 0 && level.next_place == 0) nodes_[level.node].first_row = row;
    if (level.next_open < nodes_[level.node].open_count) {
      const Open& open = opens_[nodes_[level.node].first_open + level.next_open++];
      emit(level, open.place + 1);
      const uint32_t index = open.index;
      const ContextId context = open_contexts_[index];
      const uint32_t depth = nodes_[level.node].depth + 1;
      const uint32_t added = AddNode(tree_->ChildrenOf(context), context, depth);
      node_of_open_[index] = added;
      path.push_back({added, 0, 0});
      continue;
    }
    emit(level, nodes_[level.node].count);
    path.pop_back();
    if (path.empty()) break;
    const Level& above = path.back();
    const Node& node = nodes_[above.node];
    Open& done = opens_[node.first_open + above.next_open - 1];
    done.rows_below = row - node.first_row - done.place - 1;
  }
  size_ = row;
}

uint32_t TreeRows::AddNode(ContextRange callees, ContextId caller, uint32_t depth) {
  Node node;
  node.callees = callees;
  node.depth = depth;
  const Order order = OrderOf(caller, callees);
  node.order = order.begin;
  node.count = order.count;
  node.first_open = static_cast<uint32_t>(opens_.size());
  const auto begin = std::lower_bound(open_contexts_.begin(), open_contexts_.end(), callees.begin);
  const auto end = std::lower_bound(begin, open_contexts_.end(), callees.end);
  for (auto at = begin; at != end; ++at) {
    const auto index = static_cast<uint32_t>(at - open_contexts_.begin());
    // A hostile tree may list a context below several callers: it is unfolded below one of them.
    if (node_of_open_[index] != kNoNode || !HasRowsBelow(*at) || !IsRow(*at)) continue;
    node_of_open_[index] = kToCome;
    opens_.push_back({PlaceOf(node, *at), index, 0});
  }
  node.open_count = static_cast<uint32_t>(opens_.size()) - node.first_open;
  if (node.order != kTreeOrder) {
    std::sort(opens_.begin() + node.first_open, opens_.end(),
              [](const Open& a, const Open& b) { return a.place < b.place; });
  }
  nodes_.push_back(node);
  return static_cast<uint32_t>(nodes_.size() - 1);
}

// Callees need no sorting in the order of the first metric: the tree has it.
TreeRows::Order TreeRows::OrderOf(ContextId caller, ContextRange callees) {
  if (filtered_ == nullptr && ((metric_ == 0 && !order_by_.is_of_difference()) || callees.size() < 2))
    return {kTreeOrder, callees.size()};
  if (const auto known = order_of_.find(caller); known != order_of_.end()) return known->second;
  std::vector<std::pair<uint64_t, ContextId>> by_value;
  by_value.reserve(callees.size());
  for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
    if (IsRow(callee)) by_value.emplace_back(~order_by_(callee), callee);
  }
  Order order{kTreeOrder, static_cast<uint32_t>(by_value.size())};
  const bool is_sorted = std::ranges::is_sorted(by_value);
  if (!is_sorted || by_value.size() < callees.size()) {
    if (!is_sorted) std::ranges::sort(by_value);
    order.begin = static_cast<uint32_t>(order_.size());
    for (const auto& [value, callee] : by_value) order_.push_back(callee);
  }
  order_of_.emplace(caller, order);
  return order;
}

bool TreeRows::IsRow(ContextId context) const {
  if (filtered_ == nullptr) return true;
  return filtered_->hits->matches.contains(context) || filtered_->hits->above_matches.contains(context);
}

bool TreeRows::HasRowsBelow(ContextId context) const {
  if (filtered_ != nullptr) return filtered_->hits->above_matches.contains(context);
  return !tree_->ChildrenOf(context).empty();
}

ContextId TreeRows::CalleeAt(const Node& node, uint32_t place) const {
  return node.order == kTreeOrder ? node.callees.begin + place : order_[uint64_t{node.order} + place];
}

uint32_t TreeRows::PlaceOf(const Node& node, ContextId callee) const {
  if (node.order == kTreeOrder) return callee - node.callees.begin;
  const auto key = [&](ContextId context) { return std::pair(~order_by_(context), context); };
  const auto begin = order_.begin() + node.order;
  const auto at = std::lower_bound(begin, begin + node.count, key(callee),
                                   [&](ContextId a, const auto& wanted) { return key(a) < wanted; });
  return static_cast<uint32_t>(at - begin);
}

TreeRow TreeRows::At(uint64_t row) const {
  RINGSCOPE_CHECK(row < size_);
  const auto behind = std::upper_bound(runs_.begin(), runs_.end(), row, [](uint64_t wanted, const Run& run) {
    return wanted < run.first_row;
  });
  const Run& run = *(behind - 1);
  const Node& node = nodes_[run.node];
  return {CalleeAt(node, run.place + static_cast<uint32_t>(row - run.first_row)), node.depth};
}

uint32_t TreeRows::IndexOfOpen(ContextId context) const {
  const auto at = std::lower_bound(open_contexts_.begin(), open_contexts_.end(), context);
  if (at == open_contexts_.end() || *at != context) return kNoPlace;
  return static_cast<uint32_t>(at - open_contexts_.begin());
}

std::optional<uint64_t> TreeRows::Find(ContextId context) const {
  if (nodes_.empty() || context >= tree_->context_count() || !IsRow(context)) return std::nullopt;
  const Node* node = &nodes_[0];
  if (!node->callees.contains(context)) {
    const ContextId caller = tree_->ParentOf(context);
    const uint32_t index = caller == kNoContext ? kNoPlace : IndexOfOpen(caller);
    if (index == kNoPlace || node_of_open_[index] == kNoNode) return std::nullopt;
    node = &nodes_[node_of_open_[index]];
    if (!node->callees.contains(context)) return std::nullopt;
  }
  const uint32_t place = PlaceOf(*node, context);
  const auto begin = opens_.begin() + node->first_open;
  const auto behind = std::lower_bound(begin, begin + node->open_count, place,
                                       [](const Open& open, uint32_t wanted) { return open.place < wanted; });
  const uint64_t rows_below = behind == begin ? 0 : (behind - 1)->rows_below;
  return node->first_row + place + rows_below;
}

std::optional<uint64_t> TreeRows::FindNearest(ContextId context) const {
  while (context != kNoContext && context < tree_->context_count()) {
    if (const auto row = Find(context)) return row;
    context = tree_->ParentOf(context);
  }
  return std::nullopt;
}

bool TreeRows::IsExpanded(ContextId context) const {
  const uint32_t index = IndexOfOpen(context);
  return index != kNoPlace && node_of_open_[index] != kNoNode;
}

bool HasModules::operator()(const CctPtr& tree) {
  if (tree_ == tree) return has_;
  tree_ = tree;
  has_ = false;
  const FrameTable& frames = tree->frames();
  for (FrameId frame = 0; frame < frames.size() && !has_; ++frame) has_ = !frames[frame].module.empty();
  return has_;
}

TreeTableModel BuildTreeTableModel(const AppState& state, const ViewState& view, bool with_modules) {
  // More columns would leave no room for the names.
  constexpr size_t kMaxDerived = 4;
  TreeTableModel model;
  const Cct& tree = view.tree();
  const ViewRoot& root = view.history.current().root;
  model.callers_first = CallersComeFirst(view);
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) model.totals.push_back(ViewTotal(tree, root, i));
  model.calls = FindCallsMetric(tree);
  if (model.calls == view.metric) model.calls.reset();
  model.derived = BoundDerivedMetrics(tree, DerivedColumnsOf(state.settings, tree, view.color), kMaxDerived,
                                      view.color.derived);
  model.first_layer = tree.LayerOf(SearchRoots(root).begin);
  if (!root.is_run()) model.fixed_root = root.context;
  AddColumns(state.settings, view, with_modules, model);
  return model;
}

const std::string& TreeFilterProblem(const TreeTableState& table) {
  const TreeFilterOutcome* answer = table.filter_task.answer();
  return table.filter_problem.empty() && answer != nullptr ? answer->error : table.filter_problem;
}

std::string TreeCountText(const ViewState& view, uint64_t rows, std::string_view loading) {
  const TreeTableState& table = view.slots.Get<TreeTableState>();
  if (const std::string& problem = TreeFilterProblem(table); !problem.empty()) return problem;
  if (!loading.empty()) return std::string(loading);
  if (table.filtered != nullptr) return CountedText(table.filtered->matches, "match", "matches");
  return CountedText(rows, "row");
}

TreeRowModel BuildTreeRow(const ViewState& view, const TreeTableModel& model, const TreeRows& rows,
                          uint64_t row) {
  const TreeRow at = rows.At(row);
  const Cct& tree = view.tree();
  const ContextId context = at.context;
  TreeRowModel shown;
  shown.context = context;
  shown.depth = at.depth;
  shown.has_callees = rows.HasRowsBelow(context);
  shown.expanded = rows.IsExpanded(context);
  shown.selected = view.selected == context;
  shown.lit = view.pointed && view.pointed->rest.empty() && view.pointed->context == context;
  for (const TableColumnModel& column : model.columns) {
    TableCellModel cell;
    switch (column.key) {
      case TableKey::kCalls:
        cell.text = ValueText(tree.Self(context, *model.calls), "", tree.metrics()[*model.calls].scale);
        break;
      case TableKey::kDerived: {
        const BoundDerivedMetric& derived = model.derived[column.index];
        if (const auto& sides = derived.sides) {
          cell.text =
              SignedDifferenceText(tree.Inclusive(context, sides->before),
                                   tree.Inclusive(context, sides->after), tree.metrics()[sides->after]);
        } else {
          cell.text = QuantityText(derived.formula.Inclusive(context));
        }
        break;
      }
      case TableKey::kReceiverTypes: {
        TypeSums receivers;
        receivers.Add(tree.types(), context, kReceiverRole);
        cell.text = TypesText(tree.types(), receivers.Shares(), 2);
        break;
      }
      case TableKey::kLayer:
        cell.text = CountText(uint64_t{model.first_layer} + at.depth);
        break;
      default:
        cell = ContextCell(tree, view.metric, column, context, model.totals);
    }
    shown.cells.push_back(std::move(cell));
  }
  return shown;
}

std::optional<Action> OpenRowAction(const TreeRows& rows, uint64_t row) {
  if (row >= rows.size()) return std::nullopt;
  const ContextId context = rows.At(row).context;
  if (!rows.HasRowsBelow(context)) return std::nullopt;
  if (!rows.IsExpanded(context)) return action::ExpandRow{context, true};
  if (row + 1 >= rows.size()) return std::nullopt;
  return action::Select{rows.At(row + 1).context};
}

std::optional<Action> CloseRowAction(const ViewState& view, const TreeTableModel& model, const TreeRows& rows,
                                     uint64_t row) {
  if (row >= rows.size()) return std::nullopt;
  const ContextId context = rows.At(row).context;
  if (context == model.fixed_root) return std::nullopt;
  if (rows.IsExpanded(context)) return action::ExpandRow{context, false};
  const ContextId caller = view.tree().ParentOf(context);
  if (caller == kNoContext || !rows.Find(caller)) return std::nullopt;
  return action::Select{caller};
}

}  // namespace ringscope
