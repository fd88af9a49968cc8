#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The value by which the contexts of a function are compared.
enum class SpreadMeasure : uint8_t {
  kInclusive,
  kSelf,
  kPerCall,  // inclusive value over calls
};
inline constexpr auto kSpreadMeasureWords = WordsInOrder<SpreadMeasure, 3>("inclusive, self, per-call");

struct SpreadRequest {
  FunctionId function = 0;
  MetricIndex metric = 0;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
};

// One context of a function.
struct SpreadContext {
  ContextId context = kNoContext;
  uint32_t layer = 0;
  double value = 0;  // above 0, in the metric's stored unit (not divided by its scale); kPerCall: a quotient
  double score = 0;  // how far it is from the others; see ContextSpread
  friend bool operator==(const SpreadContext&, const SpreadContext&) = default;
};

// How the cost of a function is spread over its contexts. Each context of a recursive function counts by
// itself, so inclusive values may contain each other.
//
// Scores are modified z-scores (cct/statistics/outliers.h) of the logarithms of the values, because the costs
// of contexts span powers of ten: half of the median is as far from it as twice the median.
struct ContextSpread {
  std::vector<SpreadContext>
      contexts;                // with a value above 0: the smallest value first, equal ones by context
  uint64_t without_value = 0;  // contexts that cost nothing, or were not called
  double median = 0, tenth = 0, ninetieth = 0;  // percentiles of the values; 0 without contexts
  // Sum of the values; of inclusive ones only those of outermost contexts of the function, which contain the
  // others. 0 for kPerCall: averages have no sum.
  double whole = 0;
  bool nested = false;  // some inclusive values are part of others
  uint64_t unlike = 0;  // contexts with a score beyond kOutlierScore, above or below
  friend bool operator==(const ContextSpread&, const ContextSpread&) = default;

  // The context with the n-th largest value, from 0.
  [[nodiscard]] const SpreadContext& Dearest(size_t n) const { return contexts[contexts.size() - 1 - n]; }
};

// The quantile of the values for a share (0 to 1), by nearest rank; 0 without contexts.
[[nodiscard]] double SpreadQuantile(const ContextSpread& spread, double share);

// Compares all contexts of a function in the tree. O(contexts of the tree + n log n) for n of the function.
// Errors: kCancelled, kNotFound (kPerCall, but the profile counts no calls), kInvalidArgument (no such
// function or metric).
[[nodiscard]] Result<ContextSpread> SpreadOverContexts(const Cct& tree, const FunctionIndex& functions,
                                                       const SpreadRequest& request,
                                                       JobControl* job = nullptr);

// A bar of a histogram over the logarithms of the values: values from `low` up to, but not including, `high`;
// the last bar includes it.
struct SpreadBar {
  double low = 0, high = 0;
  uint64_t contexts = 0;
  uint64_t unlike = 0;  // those of `contexts` with a score beyond kOutlierScore
  double sum = 0;
  friend bool operator==(const SpreadBar&, const SpreadBar&) = default;
};
// At most `most_bars` >= 2 bars; `high` is 2^(1/8), 2^(1/4), 2^(1/2), 2, 4, ... times `low`, alike in all
// bars. The first and the last bar have contexts. O(n + bars).
[[nodiscard]] std::vector<SpreadBar> SpreadBars(const ContextSpread& spread, uint32_t most_bars);

// The `most` functions of the largest self cost, largest first, without those that have none. O(contexts).
// Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionId>> DearestFunctions(const Cct& tree,
                                                               const FunctionIndex& functions,
                                                               MetricIndex metric, size_t most,
                                                               JobControl* job = nullptr);

}  // namespace ringscope
