#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/cli/load.h"
#include "cct/base/result.h"
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

// The bound of a count, a share being one of `whole`. Errors: kMalformed (it has a unit).
[[nodiscard]] Result<long double> BoundOfCount(const QueryNode& bound, uint64_t whole);
// "inclusive"
[[nodiscard]] std::string_view WhatText(Requirement::What what);
// "< 5 %"
[[nodiscard]] std::string BoundText(const QueryNode& bound);

// "fn:parse: inclusive 7.3 % (1.20 s), required < 5 %: FAILED"
[[nodiscard]] std::string DescribeOutcome(const Cct& tree, const Requirement& requirement,
                                          const RequirementOutcome& outcome);

}  // namespace ringscope
