#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/color_mode.h"

namespace ringscope {

// A derived metric of a tree that has all metrics of the formula.
struct BoundDerivedMetric {
  std::string name;
  BoundFormula formula;
  std::optional<MetricSides> sides;  // if the formula is their difference, told exactly, with a sign
};
// In the order of the settings; each formula may name the metrics before it. The tree must outlive the
// result. O(formulas).
// The first `most` of them, and the one called `always`.
[[nodiscard]] std::vector<BoundDerivedMetric> BoundDerivedMetrics(const Cct& tree,
                                                                  std::span<const DerivedMetric> metrics,
                                                                  size_t most = SIZE_MAX,
                                                                  std::string_view always = {});

// `metrics` and those that a tree has without being told; for a comparison also the difference of each
// metric, after - before: "NAME difference", for a tree with members MemberMetrics(), for one that counts
// calls PayoffMetrics(), for one with types TypeMetrics(). O(metrics).
[[nodiscard]] std::vector<DerivedMetric> WithOwnMetrics(std::vector<DerivedMetric> metrics, const Cct& tree);
// The same with those of the settings.
[[nodiscard]] std::vector<DerivedMetric> DerivedMetricsOf(const Settings& settings, const Cct& tree);
// Of them those that tables have columns of: PayoffMetrics() have them while they colour the chart, or if the
// settings name them.
[[nodiscard]] std::vector<DerivedMetric> DerivedColumnsOf(const Settings& settings, const Cct& tree,
                                                          const ColorSpec& drawn);

// Null if the name is unknown.
[[nodiscard]] const DerivedMetric* FindDerivedMetric(std::span<const DerivedMetric> metrics,
                                                     std::string_view name);

// In their order.
[[nodiscard]] std::vector<std::string> NamesOf(std::span<const DerivedMetric> metrics);

// The metric of this name behind the metrics that its formula may name; empty if the name is unknown.
[[nodiscard]] std::vector<DerivedMetric> DerivedMetricsUpTo(std::span<const DerivedMetric> metrics,
                                                            std::string_view name);

struct DerivedRow {
  std::string name;
  std::string formula;
  std::string inclusive, self;  // of the context in question; "-" after a division by zero
  std::string problem;          // which metrics the tree lacks for the values; empty: none
  std::string brief;            // the problem in a few words, for the row itself
  bool colours = false;         // the chart is coloured by this metric
};

// The derived metrics with their values of a context: the one under the pointer, else the selected one, else
// the centre.
struct DerivedModel {
  std::vector<DerivedRow> rows;
  std::string subject;  // the context's name
};
[[nodiscard]] DerivedModel BuildDerivedModel(const AppState& state);

// A line of the dialog is `name = formula`, which may name the metrics of the lines before. What is wrong
// with lines[index]; empty if the line is right. `tree`: null to allow any metric.
[[nodiscard]] std::string DerivedProblem(std::span<const std::string> lines, size_t index, const Cct* tree);

// The metrics of all lines that are not blank; nothing if a line is wrong or two have the same name.
[[nodiscard]] std::optional<std::vector<DerivedMetric>> DerivedMetricsFrom(
    std::span<const std::string> lines);

// What the metric that colours the view's chart is of a context, as "payoff: 1.2 ms"; empty if none of these
// does, or if it has no value there. O(parts) once the chart is coloured.
[[nodiscard]] std::string ColoredValueText(const Settings& settings, const ViewState& view,
                                           ContextId context);

// What a chart's colours need to show the derived metric of `spec`. Empty if `spec` names no metric of
// `metrics`, or one that cannot be computed for the tree. The tree must outlive the result.
[[nodiscard]] ColorInputs DerivedColorInputs(const Cct& tree, std::span<const DerivedMetric> metrics,
                                             const ColorSpec& spec);

// The same with all else that colours of a tree may use that was made from `recorded`.
[[nodiscard]] ColorInputs ColorInputsOf(const CctPtr& tree, const CctPtr& recorded,
                                        std::span<const DerivedMetric> derived, const ColorSpec& color);

}  // namespace ringscope
