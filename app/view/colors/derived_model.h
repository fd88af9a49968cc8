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
  std::optional<MetricSides> sides;  // of a difference of two sides, which is shown exactly, with a sign
};
// The metrics that the tree can compute, in the given order; each formula may name the metrics before it.
// Only the first `most`, and the one called `always`. The tree must outlive the result. O(formulas).
[[nodiscard]] std::vector<BoundDerivedMetric> BoundDerivedMetrics(const Cct& tree,
                                                                  std::span<const DerivedMetric> metrics,
                                                                  size_t most = SIZE_MAX,
                                                                  std::string_view always = {});

// `metrics` and the built-in ones of the tree: for a comparison the difference of each metric, after -
// before: "NAME difference"; for a tree with members MemberMetrics(), for one that counts calls
// PayoffMetrics(), for one with types TypeMetrics(). O(metrics).
[[nodiscard]] std::vector<DerivedMetric> WithOwnMetrics(std::vector<DerivedMetric> metrics, const Cct& tree);
// WithOwnMetrics() of the settings' metrics.
[[nodiscard]] std::vector<DerivedMetric> DerivedMetricsOf(const Settings& settings, const Cct& tree);
// DerivedMetricsOf() that have columns in tables: PayoffMetrics() only while they colour the chart, or if the
// settings name them.
[[nodiscard]] std::vector<DerivedMetric> DerivedColumnsOf(const Settings& settings, const Cct& tree,
                                                          const ColorSpec& drawn);

// The metric of this name; null if unknown.
[[nodiscard]] const DerivedMetric* FindDerivedMetric(std::span<const DerivedMetric> metrics,
                                                     std::string_view name);

[[nodiscard]] std::vector<std::string> NamesOf(std::span<const DerivedMetric> metrics);

// The metrics up to the one of this name, which its formula may name; empty if the name is unknown.
[[nodiscard]] std::vector<DerivedMetric> DerivedMetricsUpTo(std::span<const DerivedMetric> metrics,
                                                            std::string_view name);

struct DerivedRow {
  std::string name;
  std::string formula;
  std::string inclusive, self;  // of the context in question; "-" after a division by zero
  std::string problem;          // why the tree has no values, such as missing metrics; empty: it has values
  std::string brief;            // the problem in a few words, for the row itself
  bool colours = false;         // the chart is coloured by this metric
};

// The derived metrics with their values of one context: under the pointer, else selected, else the centre.
struct DerivedModel {
  std::vector<DerivedRow> rows;
  std::string subject;  // the context's name
};
[[nodiscard]] DerivedModel BuildDerivedModel(const AppState& state);

// The error in lines[index] of the dialog; empty if the line is right. A line is `name = formula`, which may
// name the metrics of the lines before. `tree`: null to allow any metric.
[[nodiscard]] std::string DerivedProblem(std::span<const std::string> lines, size_t index, const Cct* tree);

// The metrics of all lines that are not blank; std::nullopt if a line is wrong, or two have the same name.
[[nodiscard]] std::optional<std::vector<DerivedMetric>> DerivedMetricsFrom(
    std::span<const std::string> lines);

// The value of a context in the derived metric that colours the view's chart, as "payoff: 1.2 ms"; empty if
// none does, or if the context has no value. O(parts of the formula) once the chart is coloured.
[[nodiscard]] std::string ColoredValueText(const Settings& settings, const ViewState& view,
                                           ContextId context);

// The inputs of a chart's colours for the derived metric of `spec`. Empty if `spec` names no metric of
// `metrics`, or one that cannot be computed for the tree. The tree must outlive the result.
[[nodiscard]] ColorInputs DerivedColorInputs(const Cct& tree, std::span<const DerivedMetric> metrics,
                                             const ColorSpec& spec);

// DerivedColorInputs() with all other inputs of a tree's colours. `recorded`: the profile that the tree was
// made from.
[[nodiscard]] ColorInputs ColorInputsOf(const CctPtr& tree, const CctPtr& recorded,
                                        std::span<const DerivedMetric> derived, const ColorSpec& color);

}  // namespace ringscope
