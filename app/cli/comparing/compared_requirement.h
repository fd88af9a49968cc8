#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/comparing/requirement.h"
#include "app/report/report.h"
#include "cct/base/result.h"
#include "cct/compare/answers/noise.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

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
