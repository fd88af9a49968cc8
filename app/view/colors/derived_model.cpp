#include "app/view/colors/derived_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/query/language/query.h"

namespace ringscope {
namespace {

constexpr size_t kMaxTextBytes = 200;
constexpr size_t kMaxProblemBytes = 1000;  // a problem lists the metrics of the tree

// The context that the details panel shows; an opened run stands for its caller.
ContextId SubjectContext(const ViewState& view) {
  const uint32_t count = view.tree().context_count();
  if (view.pointed) {
    const ContextId context = view.pointed->rest.empty() ? view.pointed->context : view.pointed->rest_parent;
    if (context < count) return context;
  }
  if (view.selected < count) return view.selected;
  return view.history.current().root.context;
}

std::string DifferenceName(const Metric& metric) {
  return std::string(NameOfCompared(metric)) + " difference";
}

std::optional<MetricSides> DifferenceNamed(const Cct& tree, std::string_view name) {
  const auto metrics = tree.metrics();
  for (MetricIndex i = 0; i < metrics.size(); ++i)
    if (metrics[i].role == MetricRole::kBefore && DifferenceName(metrics[i]) == name)
      return SidesOf(metrics, i);
  return std::nullopt;
}

}  // namespace

std::vector<BoundDerivedMetric> BoundDerivedMetrics(const Cct& tree, std::span<const DerivedMetric> metrics,
                                                    size_t most, std::string_view always) {
  std::vector<BoundDerivedMetric> bound;
  for (size_t i = 0; i < metrics.size(); ++i) {
    if (bound.size() >= most && metrics[i].name != always) continue;
    auto formula = BoundFormula::Bind(tree, metrics, i);
    if (formula)
      bound.push_back({metrics[i].name, std::move(*formula), DifferenceNamed(tree, metrics[i].name)});
  }
  return bound;
}

std::vector<DerivedMetric> WithOwnMetrics(std::vector<DerivedMetric> metrics, const Cct& tree) {
  const auto own = tree.metrics();
  for (MetricIndex i = 0; i < own.size() && metrics.size() < kMaxDerivedMetrics; ++i) {
    if (own[i].role != MetricRole::kBefore) continue;
    const auto sides = SidesOf(own, i);
    if (!sides || sides->before != i) continue;
    auto difference = ParseDerivedMetric(fmt::format("{} = {} - {}", QuotedMetricName(DifferenceName(own[i])),
                                                     QuotedMetricName(own[sides->after].name),
                                                     QuotedMetricName(own[i].name)));
    if (difference && FindDerivedMetric(metrics, difference->name) == nullptr)
      metrics.push_back(std::move(*difference));
  }
  for (const auto& of_tree : {MemberMetrics(tree), PayoffMetrics(tree), TypeMetrics(tree)}) {
    for (const DerivedMetric& own_metric : of_tree) {
      if (metrics.size() < kMaxDerivedMetrics && FindDerivedMetric(metrics, own_metric.name) == nullptr)
        metrics.push_back(own_metric);
    }
  }
  return metrics;
}

std::vector<DerivedMetric> DerivedMetricsOf(const Settings& settings, const Cct& tree) {
  return WithOwnMetrics(settings.derived_metrics, tree);
}

std::vector<DerivedMetric> DerivedColumnsOf(const Settings& settings, const Cct& tree,
                                            const ColorSpec& drawn) {
  std::vector<DerivedMetric> metrics = DerivedMetricsOf(settings, tree);
  for (const DerivedMetric& payoff : PayoffMetrics(tree)) {
    const bool is_drawn = drawn.mode == ColorMode::kMetric && drawn.derived == payoff.name;
    if (!is_drawn && FindDerivedMetric(settings.derived_metrics, payoff.name) == nullptr)
      std::erase_if(metrics, [&](const DerivedMetric& one) { return one.name == payoff.name; });
  }
  return metrics;
}

const DerivedMetric* FindDerivedMetric(std::span<const DerivedMetric> metrics, std::string_view name) {
  const auto found = std::ranges::find(metrics, name, &DerivedMetric::name);
  return found == metrics.end() ? nullptr : &*found;
}

std::vector<std::string> NamesOf(std::span<const DerivedMetric> metrics) {
  std::vector<std::string> names;
  for (const DerivedMetric& metric : metrics) names.push_back(metric.name);
  return names;
}

std::vector<DerivedMetric> DerivedMetricsUpTo(std::span<const DerivedMetric> metrics, std::string_view name) {
  const DerivedMetric* const found = FindDerivedMetric(metrics, name);
  if (found == nullptr) return {};
  return {metrics.data(), found + 1};
}

DerivedModel BuildDerivedModel(const AppState& state) {
  DerivedModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Cct& tree = view->tree();
  const ContextId context = SubjectContext(*view);
  if (context >= tree.context_count()) return model;
  model.subject = ContextName(tree, context, kMaxTextBytes);
  const std::vector<DerivedMetric>& metrics = state.settings.derived_metrics;
  for (size_t i = 0; i < metrics.size(); ++i) {
    const DerivedMetric& metric = metrics[i];
    DerivedRow row;
    row.name = DisplayText(metric.name, kMaxTextBytes);
    row.formula = DisplayText(metric.formula_text, kMaxTextBytes);
    row.colours = view->color.mode == ColorMode::kMetric && view->color.derived == metric.name;
    if (const auto formula = BoundFormula::Bind(tree, metrics, i)) {
      row.inclusive = QuantityText(formula->Inclusive(context));
      row.self = QuantityText(formula->Self(context));
    } else {
      row.problem = DisplayText(formula.error().message, kMaxProblemBytes);
      row.brief =
          formula.error().code == ErrorCode::kNotFound ? "not in this profile" : "cannot be computed here";
    }
    model.rows.push_back(std::move(row));
  }
  return model;
}

std::string DerivedProblem(std::span<const std::string> lines, size_t index, const Cct* tree) {
  if (IsOnlyBlanks(lines[index])) return {};
  auto metric = ParseDerivedMetric(lines[index]);
  if (!metric) return DisplayText(metric.error().message, kMaxTextBytes);
  if (tree == nullptr) return {};
  std::vector<DerivedMetric> metrics;
  size_t at = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    auto one = i == index ? std::move(metric) : ParseDerivedMetric(lines[i]);
    if (i == index) at = metrics.size();
    if (one) metrics.push_back(std::move(*one));
  }
  const auto bound = BoundFormula::Bind(*tree, metrics, at);
  return bound ? std::string() : DisplayText(bound.error().message, kMaxTextBytes);
}

std::optional<std::vector<DerivedMetric>> DerivedMetricsFrom(std::span<const std::string> lines) {
  std::vector<DerivedMetric> metrics;
  for (const std::string& line : lines) {
    if (IsOnlyBlanks(line)) continue;
    auto metric = ParseDerivedMetric(line);
    if (!metric || FindDerivedMetric(metrics, metric->name) != nullptr) return std::nullopt;
    metrics.push_back(std::move(*metric));
  }
  if (metrics.size() > kMaxDerivedMetrics) return std::nullopt;
  return metrics;
}

ColorInputs DerivedColorInputs(const Cct& tree, std::span<const DerivedMetric> metrics,
                               const ColorSpec& spec) {
  ColorInputs inputs;
  const DerivedMetric* metric = spec.derived.empty() ? nullptr : FindDerivedMetric(metrics, spec.derived);
  if (metric == nullptr) return inputs;
  if (auto formula = BoundFormula::Bind(tree, metrics, static_cast<size_t>(metric - metrics.data()))) {
    if (const auto metric_like = formula->ReadAs()) inputs.derived_unit = tree.metrics()[*metric_like].unit;
    inputs.derived = [formula = std::move(*formula),
                      self = spec.part == ValuePart::kSelf](ContextId context) {
      return self ? formula.Self(context) : formula.Inclusive(context);
    };
  }
  return inputs;
}

std::string ColoredValueText(const Settings& settings, const ViewState& view, ContextId context) {
  if (view.color.mode != ColorMode::kMetric || view.color.derived.empty()) return {};
  const ColorInputs inputs =
      DerivedColorInputs(view.tree(), DerivedMetricsOf(settings, view.tree()), view.color);
  const double value = inputs.derived ? inputs.derived(context) : std::nan("");
  if (std::isnan(value)) return {};
  return fmt::format("{}{}: {}", DisplayText(view.color.derived, kMaxTextBytes),
                     view.color.part == ValuePart::kSelf ? " by itself" : "",
                     QuantityText(value, inputs.derived_unit));
}

ColorInputs ColorInputsOf(const CctPtr& tree, const CctPtr& recorded, std::span<const DerivedMetric> derived,
                          const ColorSpec& color) {
  ColorInputs inputs = DerivedColorInputs(*tree, derived, color);
  if (color.mode == ColorMode::kDifference) inputs.difference = DifferencesOf(tree);
  if (recorded != tree) inputs.ranks = RankGroups(*recorded, color.mode);
  return inputs;
}

}  // namespace ringscope
