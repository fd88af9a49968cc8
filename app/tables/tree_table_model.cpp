#include "app/tables/tree_table_model.h"

#include <string>
#include <utility>

#include "app/search/search.h"
#include "app/tables/columns.h"
#include "app/tables/tables.h"
#include "app/view/colors/derived_model.h"
#include "app/view/difference/difference_model.h"
#include "app/view/navigation.h"
#include "app/view/stack_text.h"
#include "app/view/types_text.h"
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
    // These are columns already.
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

bool HasModules::operator()(const CctPtr& tree) {
  if (tree_ == tree) return has_;
  tree_ = tree;
  has_ = false;
  const FrameTable& frames = tree->frames();
  for (FrameId frame = 0; frame < frames.size() && !has_; ++frame) has_ = !frames[frame].module.empty();
  return has_;
}

TreeTableModel BuildTreeTableModel(const AppState& state, const ViewState& view, bool with_modules) {
  // More would leave no room for the names.
  constexpr size_t kMaxDerived = 4;
  TreeTableModel model;
  const Cct& tree = view.tree();
  const ViewRoot& root = view.history.current().root;
  model.callers_first = CallersComeFirst(view);
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) model.totals.push_back(ViewTotal(tree, root, i));
  model.calls = FindCallsMetric(tree);
  if (model.calls == view.metric) model.calls.reset();
  model.derived = BoundDerivedMetrics(tree, DerivedColumnsOf(state.settings, tree), kMaxDerived);
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
  if (table.filtered != nullptr && table.filtered->matches == 1) return "1 match";
  if (table.filtered != nullptr) return CountText(table.filtered->matches) + " matches";
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
      case TableKey::kName:
        cell.text = ContextName(tree, context);
        break;
      case TableKey::kModule:
        if (context != kRootContext) cell.text = DisplayText(tree.FrameAt(context).module);
        break;
      case TableKey::kSelf:
        cell = CostCell(tree, column.index, tree.Self(context, column.index), model.totals[column.index]);
        break;
      case TableKey::kInclusive:
        cell =
            CostCell(tree, column.index, tree.Inclusive(context, column.index), model.totals[column.index]);
        break;
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
      case TableKey::kDifference:
      case TableKey::kSelfDifference:
      case TableKey::kShareDifference:
      case TableKey::kPercent:
      case TableKey::kSelfPercent:
      case TableKey::kSplitCalls:
      case TableKey::kSplitCost:
        cell = DifferenceCell(tree, view.metric, column.key, model.totals,
                              [&](MetricIndex metric, bool is_self) {
                                return is_self ? tree.Self(context, metric) : tree.Inclusive(context, metric);
                              });
        break;
      case TableKey::kReceiverTypes: {
        TypeSums receivers;
        receivers.Add(tree.types(), context, kReceiverRole);
        cell.text = TypesText(tree.types(), receivers.Shares(), 2);
        break;
      }
      case TableKey::kContexts:
        break;
      case TableKey::kLayer:
        cell.text = CountText(uint64_t{model.first_layer} + at.depth);
        break;
    }
    shown.cells.push_back(std::move(cell));
  }
  return shown;
}

std::optional<Action> OpenRowAction(const ViewState&, const TreeTableModel&, const TreeRows& rows,
                                    uint64_t row) {
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
