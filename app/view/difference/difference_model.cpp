#include "app/view/difference/difference_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/compare/answers/noise.h"
#include "cct/compare/stored_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

// The difference of two costs. Subtracts before converting, so that a small difference of large costs is
// exact.
double Change(uint64_t before, uint64_t after) {
  return after >= before ? static_cast<double>(after - before) : -static_cast<double>(before - after);
}
uint64_t Distance(uint64_t before, uint64_t after) {
  return after >= before ? after - before : before - after;
}

}  // namespace

std::string SignedDifferenceText(uint64_t before, uint64_t after, const Metric& metric) {
  return WithSign(Change(before, after),
                  ValueText(Distance(before, after), metric.unit, std::max<uint64_t>(metric.scale, 1)));
}

std::string MeanRunText(uint64_t value, const ComparedMetric& metric) {
  const Metric& of = metric.metric;
  const uint64_t mean = value / metric.runs, rest = value % metric.runs;
  // Means of many units are rounded to whole ones.
  constexpr double kManyUnits = 1000;
  const auto scale = static_cast<double>(std::max<uint64_t>(of.scale, 1));
  if (rest == 0 || static_cast<double>(mean) >= kManyUnits * scale)
    return ValueText(mean + (2 * rest >= metric.runs ? 1 : 0), of.unit, of.scale);
  return QuantityText(static_cast<double>(value) / (scale * static_cast<double>(metric.runs)), of.unit);
}

std::string SignedMeanRunText(uint64_t before, uint64_t after, const ComparedMetric& metric) {
  return WithSign(Change(before, after), MeanRunText(Distance(before, after), metric));
}

std::string ChangeShareText(uint64_t before, uint64_t after) {
  if (before == after) return "0 %";
  if (before == 0 || after == 0) return before == 0 ? "new" : "gone";
  return WithSign(Change(before, after), ShareText(Distance(before, after), before));
}

DifferenceOfContext DifferencesOf(CctPtr tree) {
  auto stored = StoredComparison(std::move(tree));
  if (!stored) return nullptr;
  const auto comparison = std::make_shared<const TreeComparison>(std::move(*stored));
  // Keeps the last column's metric: a chart asks for all its segments in one column.
  return [comparison, asked = std::optional<MetricIndex>(),
          metric = static_cast<const ComparedMetric*>(nullptr)](
             ContextId context, MetricIndex column) mutable -> ContextDifference {
    if (asked != column) metric = FindCompared(*comparison, column);
    asked = column;
    if (metric == nullptr) return {};
    return DifferenceOf(*comparison, *metric, ValuesOf(*comparison, *metric, context, false));
  };
}

DifferenceWords DifferenceText(const CctPtr& tree, MetricIndex metric, ContextId context, bool is_self) {
  const auto comparison = StoredComparison(tree);
  const ComparedMetric* const compared = comparison ? FindCompared(*comparison, metric) : nullptr;
  if (compared == nullptr) return {};
  const ComparedValues values = ValuesOf(*comparison, *compared, context, is_self);
  DifferenceWords words{fmt::format("{} before, {} after", MeanRunText(values.before, *compared),
                                    MeanRunText(values.after, *compared)),
                        "the same", ChangeShareText(values.before, values.after)};
  if (values.before == values.after) return words;
  words.change = SignedMeanRunText(values.before, values.after, *compared) + ", " + words.share;
  if (IsWithinNoise(*comparison, *compared, values)) words.change += ", within noise";
  return words;
}

std::string SummedRunsText(const CctPtr& tree, MetricIndex metric) {
  if (metric >= tree->metrics().size()) return {};
  const MetricRole role = tree->metrics()[metric].role;
  const size_t executions = tree->report().executions.size();
  if (executions <= 1 || role == MetricRole::kExecution) return {};
  if (role == MetricRole::kPlain) return fmt::format("sum of {} runs", CountText(executions));
  const auto comparison = StoredComparison(tree);
  if (!comparison) return {};
  // Columns made of both sides have the name of their metric, too.
  const std::string_view name = NameOfCompared(tree->metrics()[metric]);
  const auto found = std::ranges::find_if(comparison->metrics,
                                          [&](const ComparedMetric& one) { return one.metric.name == name; });
  if (found == comparison->metrics.end() || found->runs <= 1) return {};
  return fmt::format("sum of {} runs a side", CountText(found->runs));
}

std::string WithSummedRuns(std::string facts, const CctPtr& tree, MetricIndex metric) {
  const std::string runs = SummedRunsText(tree, metric);
  return runs.empty() ? facts : std::move(facts) + "  \xC2\xB7  " + runs;
}

namespace {

// The context that the details show.
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
