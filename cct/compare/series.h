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

// Any number of ordered executions in one tree: versions, runs, machines. Every context of every execution
// belongs to exactly one context of `tree`, which contains its cost. The tree has a plain column for each
// metric with the sum of all executions, then for each metric one for each execution: "NAME@1", "NAME@2", ...
struct Series {
  CctPtr tree;
  std::vector<SeriesMetric> metrics;  // the requested one comes first
  std::vector<RuleUse> rules;
  std::vector<std::string> notes;  // sentences for the user: what was scaled, what was left out

  [[nodiscard]] const std::vector<Execution>& executions() const { return tree->report().executions; }
};

// Makes a series of at least one execution. Contexts with equal paths of keys are one, with the keys of
// CompareTrees() if each execution is a side, and Matching::kExact. A function has the file and line of the
// last execution that has it. Siblings are ordered by the sum over all executions. `options.matching` and
// `options.by_share` have no effect.
//
// O(contexts of all trees + contexts of the result * executions) expected; memory for the result, at most
// half of it more while it grows, and for the contexts of two layers. The order of the executions changes
// only their columns and the places of functions in files. Errors: those of CompareTrees().
[[nodiscard]] Result<Series> BuildSeries(std::span<const CompareInput> executions,
                                         const CompareOptions& options = {}, JobControl* job = nullptr);

// The series in a tree that BuildSeries() or CompareTrees() made (perhaps read from a file or transformed
// since), as far as its columns tell. `rules` and `notes` are empty. std::nullopt if the tree does not have
// columns of at least two executions. O(metrics^2).
[[nodiscard]] std::optional<Series> StoredSeries(CctPtr tree);

// Takes one execution out of a series or comparison: the contexts that cost something in it, in the metrics,
// units and scales of the series. Callees that only pass through a wrapper go to the wrapper's caller; a
// wrapper without self cost is in all executions that pass through it, as columns do not tell whose it is.
//
// O(contexts * metrics) expected; memory for a tree of its contexts. `execution` is an index of executions().
// Errors: kCancelled, kOverflow (values of a damaged file).
[[nodiscard]] Result<CompareInput> ExecutionOf(const Series& series, size_t execution,
                                               JobControl* job = nullptr);

}  // namespace ringscope
