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

// A demand that `check` makes on a profile, one comparison:
//
//   incl(QUERY) < 5%               the inclusive cost of the matches, nested ones counted once
//   self(QUERY, METRIC) <= 200 ms  the self cost of the matches, in another metric than the view's
//   contexts(QUERY) == 0           the number of contexts that match (a share is one of all contexts)
//   functions(QUERY) < 10          the number of functions that match (a share is one of all that occur)
//   exponent(QUERY) < 1.2          the largest exponent of a matching function's worst costs by input size;
//                                  of a comparison after, exponent_before(QUERY) before
//   exponent_change(QUERY) < 0.1   the most that the exponent of a matching function grew by, in a
//                                  comparison or since a baseline
//   total(METRIC) < 2 GB           the cost of the view root; total < 5 s without a metric
//
// METRIC may be a derived one: its formula is computed over the sums of the matches; it has no unit.
//
// Or on a comparison of the profile with a baseline:
//
//   delta(incl(QUERY)) < 5%        the cost after minus the cost before; a share is one of the total
//   delta(total) < 200 ms          before; also delta(self(QUERY)); a decrease is negative
//   new(self>1%) = 0               the number of matching contexts that only the profile has
//   gone(QUERY) = 0                the number of matching contexts that only the baseline has
//
// Bounds are written as in queries: '%' is a share of the whole tree, '%%' of the view root.
struct Requirement {
  enum class What : uint8_t {
    kInclusive,
    kSelf,
    kContexts,
    kFunctions,
    kTotal,
    kNew,
    kGone,
    kExponent,
    kExponentBefore,
    kExponentChange
  };
  What what = What::kInclusive;
  bool is_delta = false;   // of kInclusive, kSelf, kTotal: the difference
  std::string text;        // the whole requirement
  std::string query_text;  // without blanks around it; empty for kTotal
  Query query;
  std::string metric;  // empty: the metric of the view
  QueryNode bound;     // a condition: comparison, bound, bound_kind, unit
  [[nodiscard]] bool IsExponent() const {
    return what == What::kExponent || what == What::kExponentBefore || what == What::kExponentChange;
  }
  // Needs both sides: of the comparison with the baseline, else of the profile, which is a comparison then.
  [[nodiscard]] bool IsOfSides() const {
    return what == What::kExponentBefore || what == What::kExponentChange;
  }
  // MeasureComparedRequirement() measures it instead of MeasureRequirement().
  [[nodiscard]] bool IsCompared() const { return is_delta || what == What::kNew || what == What::kGone; }
};

// Errors: kMalformed with `column` (1-based byte of `text`).
[[nodiscard]] Result<Requirement> ParseRequirement(std::string_view text);

// The measured value, and whether the requirement holds.
struct RequirementOutcome {
  bool holds = false;
  uint64_t measured = 0;  // of contexts and functions a count; else as stored in the metric
  uint64_t whole = 0;     // a share in the bound is a share of it
  long double bound = 0;  // for `measured` or `derived_measured`
  uint64_t contexts = 0;  // the number that matches; 0 for kTotal
  MetricIndex metric = 0;
  // Of derived metrics and exponents, instead of `measured` and `whole`. A division by zero gives a NaN, for
  // which no comparison holds.
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
// The bound of a count; a share is a share of `whole`. Errors: kMalformed (it has a unit).
[[nodiscard]] Result<long double> BoundOfCount(const QueryNode& bound, uint64_t whole);
// "inclusive"
[[nodiscard]] std::string_view WhatText(Requirement::What what);
// "< 5 %"
[[nodiscard]] std::string BoundText(const QueryNode& bound);

// "fn:parse: inclusive 7.3 % (1.20 s), required < 5 %: FAILED"
[[nodiscard]] std::string DescribeOutcome(const Cct& tree, const Requirement& requirement,
                                          const RequirementOutcome& outcome);

// The measured values of a requirement that compares, and whether it holds.
struct ComparedOutcome {
  bool holds = false;
  uint64_t contexts = 0;  // the number that matches, the measured value of new() and gone(); 0 for the total
  uint32_t metric = 0;    // index into the comparison's metrics
  long double bound = 0;  // for the sum of `metric.runs` runs
  uint64_t whole = 0;     // a share in the bound is a share of it

  // Of delta(): sums of the columns of the sides.
  ComparedValues values;
  bool is_within_noise = false;

  std::vector<ContextId> dearest;  // of new() and gone(): the matches with the largest self cost
};

// Measures below `roots`. Queries select contexts of the comparison: names are those after the rules, and
// conditions that name no side are about the side after, of gone() about the side before.
//
// With several runs on each side a difference within noise counts as none. With one run on a side the noise
// is reported, but decides nothing. Errors: kNotFound (a metric), kMalformed (a unit the metric is not
// measured in, a regular expression), kCancelled.
[[nodiscard]] Result<ComparedOutcome> MeasureComparedRequirement(const TreeComparison& comparison,
                                                                 ContextRange roots,
                                                                 const Requirement& requirement,
                                                                 JobControl* job = nullptr);

// "fn:parse: inclusive 495 before, 385 after, -110 (-11.68 % of the total before), beyond noise, required
// < 5 %: ok"
[[nodiscard]] std::string DescribeComparedOutcome(const TreeComparison& comparison,
                                                  const Requirement& requirement,
                                                  const ComparedOutcome& outcome);

// Adds the measured values for JSON.
void AddOutcome(const TreeComparison& comparison, const Requirement& requirement,
                const ComparedOutcome& outcome, ReportValue::Object& members);

}  // namespace ringscope
