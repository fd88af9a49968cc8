#pragma once

#include <cstdint>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/select.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a query says that asks for types of a tree without any.
inline constexpr std::string_view kNoTypesText =
    "expected a profile with the types of receivers, arguments and results; `record --calls --types` records "
    "them of Java and Python programs";

// How many types the objects have that a context is called on; other types count as one. O(its types).
[[nodiscard]] uint64_t ReceiverTypesOf(const TypeColumns& types, ContextId context);

// The contexts of calls in which an object of the condition's role (QueryNode::field, one of types) was of a
// type that its text matches: in one of them, or in such a share of those whose types in this role are known.
// O(contexts + types seen). Errors: kNotFound (a tree without types), kCancelled.
[[nodiscard]] Result<ContextSet> SelectByType(const Cct& tree, const QueryNode& condition, JobControl* job);

// The integers a comparison with a real number is true for: those in [low, high], or all others.
struct IntegerTest {
  uint64_t low = 1, high = 0;  // low > high: none
  bool is_inverted = false;
  [[nodiscard]] bool operator()(uint64_t value) const {
    return (value - low <= high - low && low <= high) != is_inverted;
  }
};
[[nodiscard]] IntegerTest TestOf(Comparison comparison, long double bound);

// What values are compared with that have to be a share of `whole`. Of a whole of 0 nothing is 0 %, and
// anything more than every share.
[[nodiscard]] long double StoredShare(long double percent, uint64_t whole);

// Whether the comparison holds for real numbers; none does for a NaN.
[[nodiscard]] bool Compare(double value, Comparison comparison, double bound);

// A formula over the values of a run of siblings.
[[nodiscard]] double ValueOfRun(const Cct& tree, const BoundFormula& formula, ContextRange run);

// What values of a metric, as they are stored, are compared with: the bound of a condition, in its unit or as
// a share. Errors: kMalformed (a unit the metric is not measured in).
[[nodiscard]] Result<long double> StoredBoundOf(const Cct& tree, const QueryNode& condition,
                                                MetricIndex metric, const SelectScope& scope);

// The contexts for which a condition (a node of kind kCondition) is true, but for the synthetic root. One
// pass over the columns of its metric. Errors: kNotFound (a metric), kMalformed (a unit the metric is not
// measured in), kCancelled.
[[nodiscard]] Result<ContextSet> SelectByCondition(const Cct& tree, const QueryNode& condition,
                                                   const SelectScope& scope, JobControl* job);

}  // namespace ringscope
