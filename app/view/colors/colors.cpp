#include "app/view/colors/colors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/view/colors/derived_model.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::action {
namespace {

bool NamesAnyMetric(const Query& query) {
  return std::ranges::any_of(query.nodes, [](const QueryNode& node) {
    return node.op == QueryOp::kCondition && !node.metric.empty();
  });
}

bool NamesAnyMetric(const Pipeline& pipeline) {
  return std::ranges::any_of(pipeline.steps,
                             [](const TransformStep& step) { return NamesAnyMetric(step.query); });
}

}  // namespace

ColorSpec ColorFor(const Settings& settings, const Cct& tree, const std::string& text) {
  const std::vector<std::string> derived = NamesOf(DerivedMetricsOf(settings, tree));
  ColorSpec spec = ParseColorText(text, tree.metrics(), derived).value_or(ColorSpec{});
  // The first question about a fleet is where its members differ.
  if (!tree.members().empty() && spec.mode != ColorMode::kMetric)
    return {.mode = ColorMode::kMetric, .derived = "imbalance", .part = ValuePart::kSelf};
  // The colours of differences are for comparisons.
  if (spec.mode == ColorMode::kDifference && !SidesOf(tree.metrics(), 0)) return {};
  return spec;
}

std::string AddDerivedMetrics(Settings& settings, const std::vector<std::string>& lines) {
  std::string refused;
  for (const std::string& line : lines) {
    auto metric = ParseDerivedMetric(line);
    if (!metric) {
      refused += fmt::format("{}: {}\n", line, DescribeError(metric.error()));
    } else if (const DerivedMetric* known = FindDerivedMetric(settings.derived_metrics, metric->name)) {
      if (known->nodes != metric->nodes)
        refused += fmt::format("{}: your own {} stays\n", line, FormatDerivedMetric(*known));
    } else if (settings.derived_metrics.size() >= kMaxDerivedMetrics) {
      refused += fmt::format("{}: there are {} already\n", line, kMaxDerivedMetrics);
    } else {
      settings.derived_metrics.push_back(std::move(*metric));
    }
  }
  if (!refused.empty()) refused.pop_back();
  return refused;
}

ColorSpec ColorLike(const ViewState& leader, const ViewState& follower) {
  ColorSpec spec = leader.color;
  if (spec.mode == ColorMode::kDifference && !SidesOf(follower.tree().metrics(), 0)) return follower.color;
  if (spec.mode != ColorMode::kMetric || !spec.derived.empty()) return spec;
  const auto theirs = leader.tree().metrics();
  const auto own = follower.tree().metrics();
  for (MetricIndex i = 0; i < own.size() && spec.metric < theirs.size(); ++i) {
    if (own[i].name != theirs[spec.metric].name) continue;
    spec.metric = i;
    return spec;
  }
  return follower.color;
}

void Do(AppState& state, ViewState& view, const SetColor& set, Effects& effects) {
  ColorSpec color = set.color;
  color.differences = state.settings.difference_colors;
  if (view.color == color) return;
  if (set.color.mode == ColorMode::kMetric && set.color.derived.empty() &&
      set.color.metric >= view.tree().metric_count()) {
    return;
  }
  if (set.color.mode == ColorMode::kDifference && !SidesOf(view.tree().metrics(), view.metric)) return;
  view.color = color;
  if (set.color.mode != ColorMode::kDifference)
    state.settings.color = ColorText(view.color, view.tree().metrics());
  FollowLeader(state, view, false, effects);
  effects.push_back(effect::SaveSettings{state.settings});
}

void RefreshDifferenceColors(AppState& state) {
  for (ViewState& view : state.views) view.color.differences = state.settings.difference_colors;
}

void Do(AppState& state, const SetDerivedMetrics& set, Effects& effects) {
  state.derived_dialog_open = false;
  if (set.metrics.size() > kMaxDerivedMetrics || state.settings.derived_metrics == set.metrics) return;
  state.settings.derived_metrics = set.metrics;
  effects.push_back(effect::SaveSettings{state.settings});
  for (ViewState& view : state.views) {
    if (!view.color.derived.empty() && FindDerivedMetric(set.metrics, view.color.derived) == nullptr) {
      view.color = {};
    }
    // A name in a condition may have another formula than before.
    if (NamesAnyMetric(view.pipeline.wanted)) WantPipeline(state, view, view.pipeline.wanted, effects);
  }
}

void WantLegendCosts(AppState& state, size_t pane, const std::optional<LegendCostsRequest>& request,
                     Effects& effects) {
  auto& task = state.panes[pane].slots.Get<LegendState>().task;
  const ViewState* view = FindView(state, state.panes[pane].view);
  if (view == nullptr || !request || !state.settings.legend_open) {
    task = {};
    return;
  }
  // The costs of a tree of fewer contexts come while a frame waits for them.
  constexpr uint32_t kManyContexts = 100'000;
  const bool soon = request->tree->context_count() <= kManyContexts;
  task.ForgetOthersThan(request->tree);
  Want(state, task, *request, {.label = "Adding up the legend", .document = view->document, .soon = soon},
       &RunLegendCosts, effects);
}

}  // namespace ringscope::action
