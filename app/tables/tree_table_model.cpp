#include "app/tables/tree_table_model.h"

#include "app/details/self_title.h"
#include "app/search/search_run.h"
#include "cct/base/number_text.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope {

bool HasModules::operator()(const CctPtr& tree) {
  if (tree_ == tree) return has_;
  tree_ = tree;
  has_ = false;
  const FrameTable& frames = tree->frames();
  for (FrameId frame = 0; frame < frames.size() && !has_; ++frame) has_ = !frames[frame].module.empty();
  return has_;
}

TreeTableModel BuildTreeTableModel(const AppState& state, const ViewState& view) {
  // More would leave no room for the names.
  constexpr size_t kMaxDerived = 4;
  TreeTableModel model;
  const Cct& tree = view.tree();
  const ViewRoot& root = view.history.current().root;
  model.metric = DisplayText(tree.metrics()[view.metric].name, 80);
  model.estimated = tree.report().EstimateOf(tree.metrics()[view.metric].name) != nullptr;
  model.callers_first = CallersComeFirst(view);
  model.total = ViewTotal(tree, view);
  model.calls = FindCallsMetric(tree);
  if (model.calls == view.metric) model.calls.reset();
  model.derived = BoundDerivedMetrics(tree, state.settings.derived_metrics);
  if (model.derived.size() > kMaxDerived) {
    model.derived.erase(model.derived.begin() + kMaxDerived, model.derived.end());
  }
  model.first_layer = tree.LayerOf(SearchRoots(root).begin);
  if (!root.is_run()) model.fixed_root = root.context;
  return model;
}

TreeRowModel BuildTreeRow(const ViewState& view, const TreeTableModel& model, const TreeRows& rows,
                          uint64_t row) {
  const TreeRow at = rows.At(row);
  const Cct& tree = view.tree();
  const ContextId context = at.context;
  TreeRowModel shown{CostRowOf(tree.Inclusive(context, view.metric), tree.Self(context, view.metric),
                               model.total, tree.metrics()[view.metric])};
  shown.context = context;
  shown.depth = at.depth;
  shown.name = ContextName(tree, context);
  if (context != kRootContext) shown.module = DisplayText(tree.FrameAt(context).module);
  shown.layer = CountText(uint64_t{model.first_layer} + at.depth);
  shown.has_callees = !tree.ChildrenOf(context).empty();
  shown.expanded = rows.IsExpanded(context);
  shown.selected = view.selected == context;
  shown.lit = view.pointed && view.pointed->rest.empty() && view.pointed->context == context;
  if (model.calls) {
    const Metric& calls = tree.metrics()[*model.calls];
    shown.calls = ValueText(tree.Self(context, *model.calls), "", calls.scale);
  }
  for (const BoundDerivedMetric& derived : model.derived) {
    const double value = derived.formula.Inclusive(context);
    shown.derived.push_back(QuantityText(value));
  }
  return shown;
}

std::optional<Action> OpenRowAction(const ViewState& view, const TreeTableModel&, const TreeRows& rows,
                                    uint64_t row) {
  if (row >= rows.size()) return std::nullopt;
  const ContextId context = rows.At(row).context;
  if (view.tree().ChildrenOf(context).empty()) return std::nullopt;
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
