#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/load.h"
#include "app/report/report.h"
#include "cct/base/result.h"
#include "cct/compare/answers/noise.h"
#include "cct/compare/tree_comparison.h"
#include "cct/query/language/query.h"

namespace ringscope {

// What a gate demands of a profile, one comparison:
//
//   incl(QUERY) < 5%                  what the matches cost with all below them, nested ones counted once
//   self(QUERY, METRIC) <= 200 ms     what they cost themselves, in another metric than that of the view
//   contexts(QUERY) == 0              how many contexts match (a share is one of all contexts)
//   functions(QUERY) < 10             how many functions match (a share is one of all that occur)
//   exponent(QUERY) < 1.2             the largest exponent of a matching function's worst costs by input size; of
//                                     a comparison after, exponent_before(QUERY) what it was before
//   exponent_change(QUERY) < 0.1      of a comparison, or of that with a baseline: by how much the exponent of a matching function grew at most
//   total(METRIC) < 2 GB              what the whole costs; total < 5 s without a metric
//
// METRIC may be a derived one, which is computed of the sums over the matches; it has no unit.
//
// Or of a comparison of it with a baseline:
//
//   delta(incl(QUERY)) < 5%           how much more the same costs after than before, a share is one of the
//   delta(total) < 200 ms             total before; also self(QUERY); less is negative
//   new(self>1%) = 0                  how many contexts that only the profile has match there
//   gone(QUERY) = 0                   how many that only the baseline has match there
//
// Bounds are written as in queries: '%' is a share of the whole tree, '%%' of the view root.
struct Requirement {
  enum class What : uint8_t { kInclusive, kSelf, kContexts, kFunctions, kTotal, kNew, kGone, kExponent, kExponentBefore, kExponentChange };
  What what = What::kInclusive;
  bool is_delta = false;   // of kInclusive, kSelf, kTotal: the difference
  std::string text;        // all of it
  std::string query_text;  // without blanks around it; empty for kTotal
  Query query;
  std::string metric;  // empty: the metric of the view
  QueryNode bound;     // a condition: comparison, bound, bound_kind, unit
  // MeasureComparedRequirement() measures it instead of MeasureRequirement().
  [[nodiscard]] bool IsExponent() const {
    return what == What::kExponent || what == What::kExponentBefore || what == What::kExponentChange;
  }
  // Of a comparison: where there is a baseline, of that with it, else of the profile, which is one.
  [[nodiscard]] bool IsOfSides() const {
    return what == What::kExponentBefore || what == What::kExponentChange;
  }
  [[nodiscard]] bool IsCompared() const { return is_delta || what == What::kNew || what == What::kGone; }
};

// Errors: kMalformed with `column` (1-based byte of `text`).
[[nodiscard]] Result<Requirement> ParseRequirement(std::string_view text);

// What was measured, and whether it is as demanded.
struct RequirementOutcome {
  bool holds = false;
  uint64_t measured = 0;  // contexts and functions: a count; else as stored in the metric
  uint64_t whole = 0;     // what a share is a share of
  long double bound = 0;  // what `measured` (or `derived_measured`) is compared with
  uint64_t contexts = 0;  // that match; 0 for kTotal
  MetricIndex metric = 0;
  // Where a derived metric was measured, these instead of `measured` and `whole`; a division by zero leaves a
  // NaN, for which nothing holds.
  bool is_derived = false;
  double derived_measured = 0;
  double derived_whole = 0;
};

// Measures below the view root. Errors: kNotFound (a metric), kMalformed (a unit the metric is not measured
// in, a regular expression), kCancelled.
[[nodiscard]] Result<RequirementOutcome> MeasureRequirement(const InputView& view,
                                                            const Requirement& requirement,
                                                            JobControl* job = nullptr);

// The run that a share in the bound is a share of: the view root or the root of the tree.
[[nodiscard]] ContextRange RunOfWhole(const QueryNode& bound, ContextRange roots);
// The bound of a count, a share being one of `whole`. Errors: kMalformed (it has a unit).
[[nodiscard]] Result<long double> BoundOfCount(const QueryNode& bound, uint64_t whole);
// "inclusive"
[[nodiscard]] std::string_view WhatText(Requirement::What what);
// "< 5 %"
[[nodiscard]] std::string BoundText(const QueryNode& bound);

// "fn:parse: inclusive 7.3 % (1.20 s), required < 5 %: FAILED"
[[nodiscard]] std::string DescribeOutcome(const Cct& tree, const Requirement& requirement,
                                          const RequirementOutcome& outcome);

// What was measured of a requirement that compares, and whether it is as demanded.
struct ComparedOutcome {
  bool holds = false;
  uint64_t contexts = 0;  // that match; of new() and gone() what is measured; 0 for the total
  uint32_t metric = 0;    // of the comparison's
  long double bound = 0;  // of what `metric.runs` runs cost
  uint64_t whole = 0;     // what a share is a share of

  // Of delta(): in columns of the sides.
  ComparedValues values;
  bool is_within_noise = false;

  std::vector<ContextId> dearest;  // of new() and gone(): some of the matches, by their own cost
};

// Measures below `roots`. Queries are about the contexts of the comparison: their names are what the rules
// leave, and conditions that name no side are about the side after, of gone() about that before.
//
// Between several runs a side a difference within noise counts as none. With one run on a side, noise is told
// but decides nothing. Errors: kNotFound (a metric), kMalformed (a unit the metric is not measured in, a
// regular expression), kCancelled.
[[nodiscard]] Result<ComparedOutcome> MeasureComparedRequirement(const TreeComparison& comparison,
                                                                 ContextRange roots,
                                                                 const Requirement& requirement,
                                                                 JobControl* job = nullptr);

// "fn:parse: inclusive 495 before, 385 after, -110 (-11.68 % of the total before), beyond noise, required
// < 5 %: ok"
[[nodiscard]] std::string DescribeComparedOutcome(const TreeComparison& comparison,
                                                  const Requirement& requirement,
                                                  const ComparedOutcome& outcome);

// Of JSON: what was measured.
void AddOutcome(const TreeComparison& comparison, const Requirement& requirement,
                const ComparedOutcome& outcome, ReportValue::Object& members);

}  // namespace ringscope
