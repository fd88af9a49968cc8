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

// The message for queries about types if the tree has none.
inline constexpr std::string_view kNoTypesText =
    "expected a profile with the types of receivers, arguments and results; `record --calls --types` records "
    "them of Java and Python programs";

// The number of types of the objects that a context is called on; kOtherTypes counts as one. O(its types).
[[nodiscard]] uint64_t ReceiverTypesOf(const TypeColumns& types, ContextId context);

// The contexts with calls in which an object of the condition's role (QueryNode::field, one of types) has a
// type that matches the text: in at least one call, or in a share of the calls whose types in this role are
// known. O(contexts + types seen). Errors: kNotFound (a tree without types), kCancelled.
[[nodiscard]] Result<ContextSet> SelectByType(const Cct& tree, const QueryNode& condition, JobControl* job);

// The integers for which a comparison with a real number is true: those in [low, high], or all others.
struct IntegerTest {
  uint64_t low = 1, high = 0;  // low > high: empty
  bool is_inverted = false;
  [[nodiscard]] bool operator()(uint64_t value) const {
    return (value - low <= high - low && low <= high) != is_inverted;
  }
};
[[nodiscard]] IntegerTest TestOf(Comparison comparison, long double bound);

// The bound for a share of `whole`. If that is 0, a value of 0 is 0 %, and any larger one exceeds all shares.
[[nodiscard]] long double StoredShare(long double percent, uint64_t whole);

// Whether the comparison holds; false for NaN.
[[nodiscard]] bool Compare(double value, Comparison comparison, double bound);

// The value of a formula for the sums of a run of siblings.
[[nodiscard]] double ValueOfRun(const Cct& tree, const BoundFormula& formula, ContextRange run);

// The bound of a condition, given in a unit or as a share, in stored units of the metric. Errors: kMalformed
// (a unit in which the metric is not measured).
[[nodiscard]] Result<long double> StoredBoundOf(const Cct& tree, const QueryNode& condition,
                                                MetricIndex metric, const SelectScope& scope);

// The contexts for which a condition (a node of QueryOp::kCondition) is true, without the synthetic root. One
// pass over the columns of its metric. Errors: kNotFound (a metric), kMalformed (a unit in which the metric
// is not measured), kCancelled.
[[nodiscard]] Result<ContextSet> SelectByCondition(const Cct& tree, const QueryNode& condition,
                                                   const SelectScope& scope, JobControl* job);

}  // namespace ringscope
