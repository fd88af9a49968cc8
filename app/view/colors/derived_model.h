#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/color_mode.h"

namespace ringscope {

// A derived metric that a tree has all metrics for.
struct BoundDerivedMetric {
  std::string name;
  BoundFormula formula;
  std::optional<MetricSides> sides;  // it is their difference, which is told exactly, with its sign
};
// Returns them in the order of the settings; each may name those before it. The tree must outlive the result.
// O(formulas).
[[nodiscard]] std::vector<BoundDerivedMetric> BoundDerivedMetrics(const Cct& tree,
                                                                  std::span<const DerivedMetric> metrics);

// The metrics of the settings, and of a comparison the difference of each metric, after - before: "NAME
// difference". O(metrics).
[[nodiscard]] std::vector<DerivedMetric> DerivedMetricsOf(const Settings& settings, const Cct& tree);

// The formula's definition by name; nullptr where there is none.
[[nodiscard]] const DerivedMetric* FindDerivedMetric(std::span<const DerivedMetric> metrics,
                                                     std::string_view name);

// In their order.
[[nodiscard]] std::vector<std::string> NamesOf(std::span<const DerivedMetric> metrics);

// The metric of this name behind those that its formula may name; empty where there is none.
[[nodiscard]] std::vector<DerivedMetric> DerivedMetricsUpTo(std::span<const DerivedMetric> metrics,
                                                            std::string_view name);

struct DerivedRow {
  std::string name;
  std::string formula;
  std::string inclusive, self;  // of the context in question; "-" where a division by zero leaves none
  std::string problem;          // why there are no values: which metrics the tree lacks; empty: there are
  std::string brief;            // the same in a few words, for the row itself
  bool colours = false;         // the chart is coloured by it
};

// The derived metrics with their values of the context under the pointer, else the selected one, else the
// centre.
struct DerivedModel {
  std::vector<DerivedRow> rows;
  std::string subject;  // the context's name
};
[[nodiscard]] DerivedModel BuildDerivedModel(const AppState& state);

// A line of the dialog: `name = formula`, which may name the metrics of the lines before it; what is wrong
// with lines[index], empty where nothing is. `tree`: null to leave open which metrics there are.
[[nodiscard]] std::string DerivedProblem(std::span<const std::string> lines, size_t index, const Cct* tree);

// The metrics of all lines that are not blank; nothing while one is wrong or two have one name.
[[nodiscard]] std::optional<std::vector<DerivedMetric>> DerivedMetricsFrom(
    std::span<const std::string> lines);

// What a chart's colours need to show the derived metric of `spec`: empty where it names none, or one that is
// not in `metrics` or cannot be computed for the tree, which must outlive the result.
[[nodiscard]] ColorInputs DerivedColorInputs(const Cct& tree, std::span<const DerivedMetric> metrics,
                                             const ColorSpec& spec);

}  // namespace ringscope
