#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// A metric of a series, in one unit and scale.
struct SeriesMetric {
  Metric metric;
  std::vector<MetricIndex> run;  // per execution: its column of the tree
};

// Any number of executions in one tree, in an order: versions, runs, machines. Every context of every
// execution is in exactly one context of `tree`, which has its cost. The tree has a plain column a metric,
// the sum of all executions, then for each metric a column an execution: "NAME@1", "NAME@2", ...
struct Series {
  CctPtr tree;
  std::vector<SeriesMetric> metrics;  // that which was asked for comes first
  std::vector<RuleUse> rules;
  std::vector<std::string> notes;  // sentences for the user: what was scaled, what was left out

  [[nodiscard]] const std::vector<Execution>& executions() const { return tree->report().executions; }
};

// A series of at least one execution. Contexts with equal paths of keys are one: matching and sides are those
// of CompareTrees() with Matching::kExact, where each execution is a side of its own. A function has the
// place that the last execution gives it. Siblings are ordered by the sum over all executions.
// `options.matching` and `options.by_share` have no effect.
//
// O(contexts of all trees + contexts of the result * executions) expected; memory for the result, at most
// half of it more while it grows, and for the contexts of two layers. The result does not depend on the order
// of the executions but for their columns and for places in files. Errors: those of CompareTrees().
[[nodiscard]] Result<Series> BuildSeries(std::span<const CompareInput> executions,
                                         const CompareOptions& options = {}, JobControl* job = nullptr);

// The series that a tree holds, as far as its columns tell: of one that BuildSeries() or CompareTrees() made,
// perhaps read from a file or transformed since. `rules` and `notes` are empty. Nothing where the tree has no
// columns of at least two executions. O(metrics^2).
[[nodiscard]] std::optional<Series> StoredSeries(CctPtr tree);

// One execution of a series, or of a comparison, by itself: the contexts that cost something in it, in the
// metrics of the series, whose unit and scale they keep. What only passes through a wrapper is called by the
// wrapper's caller; a wrapper that costs nothing itself is in all executions that pass through it, as columns do
// not tell whose it is.
//
// O(contexts * metrics) expected; memory for a tree of its contexts. `execution` is one of the series'.
// Errors: kCancelled, kOverflow (values of a damaged file).
[[nodiscard]] Result<CompareInput> ExecutionOf(const Series& series, size_t execution, JobControl* job = nullptr);

}  // namespace ringscope
