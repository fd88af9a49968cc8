#include "app/view/difference/runs_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope {
namespace {

// As the details have it.
ContextId ShownContext(const ViewState& view) {
  const uint32_t count = view.tree().context_count();
  if (view.pointed && view.pointed->rest.empty() && view.pointed->context < count)
    return view.pointed->context;
  return view.selected < count ? view.selected : view.history.current().root.context;
}

}  // namespace

RunsModel BuildRunsModel(const AppState& state) {
  RunsModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->tree().report().executions.size() <= kSideCount) return model;
  const auto comparison = StoredComparison(view->shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view->metric) : nullptr;
  if (metric == nullptr) return model;
  const Cct& tree = view->tree();
  const ContextId context = ShownContext(*view);
  model.text = fmt::format("Each run of {}, with what it calls", ContextName(tree, context, 80));
  uint64_t largest = 1;
  for (const MetricIndex column : metric->run) largest = std::max(largest, tree.Inclusive(context, column));
  for (size_t run = 0; run < metric->run.size(); ++run) {
    const Execution& execution = comparison->executions()[run];
    const uint64_t value = tree.Inclusive(context, metric->run[run]);
    const Side side = execution.side.value_or(Side::kBefore);
    model.bars.push_back({static_cast<float>(static_cast<double>(value) / static_cast<double>(largest)), side,
                          fmt::format("{}, {}: {}", side == Side::kBefore ? "before" : "after",
                                      DisplayText(execution.name, 120),
                                      ValueText(value, metric->metric.unit, metric->metric.scale))});
  }
  return model;
}

}  // namespace ringscope
