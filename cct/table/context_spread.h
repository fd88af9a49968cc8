#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What is compared among the contexts of a function.
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
  double value = 0;  // above 0, as stored; per call a quotient
  double score = 0;  // how unlike the others it is; see ContextSpread
  friend bool operator==(const SpreadContext&, const SpreadContext&) = default;
};

// How the cost of a function is spread over its contexts. Of recursion every context is one by itself, so
// that inclusive values are in one another.
//
// Scores are modified z-scores (cct/statistics/outliers.h) of the logarithms of the values: costs of contexts
// lie over powers of ten, and half of the median is as unlike it as twice of it.
struct ContextSpread {
  std::vector<SpreadContext>
      contexts;                // that have a value above 0: the smallest first, equal ones by context
  uint64_t without_value = 0;  // that cost nothing, or were not called
  double median = 0, tenth = 0, ninetieth = 0;  // of the values; 0 without contexts
  // What the function costs in all: of inclusive values those that lie in no other context of the function,
  // as the others are part of them. 0 per call: averages have no sum.
  double whole = 0;
  bool nested = false;  // some inclusive values are part of others
  uint64_t unlike = 0;  // with a score beyond kOutlierScore, either way
  friend bool operator==(const ContextSpread&, const ContextSpread&) = default;

  // The n-th of those that come first where they cost more than is likely, last where they cost less.
  [[nodiscard]] const SpreadContext& Dearest(size_t n) const { return contexts[contexts.size() - 1 - n]; }
};

// The value between which and the smallest a share (0 to 1) of the contexts lie: the nearest rank. 0 of none.
[[nodiscard]] double SpreadQuantile(const ContextSpread& spread, double share);

// Of the contexts of one function in the whole tree. O(contexts of the tree + n log n) for n of the function.
// Errors: kCancelled, kNotFound (calls where none are counted), kInvalidArgument (no such function).
[[nodiscard]] Result<ContextSpread> SpreadOverContexts(const Cct& tree, const FunctionIndex& functions,
                                                       const SpreadRequest& request,
                                                       JobControl* job = nullptr);

// A bar of a histogram over the logarithms of the values: those from `low` (included) to `high` (not, but of
// the last bar).
struct SpreadBar {
  double low = 0, high = 0;
  uint64_t contexts = 0;
  uint64_t unlike = 0;  // of them with a score beyond kOutlierScore
  double sum = 0;
  friend bool operator==(const SpreadBar&, const SpreadBar&) = default;
};
// At most `most_bars` >= 2 bars, each 2^(1/8), 2^(1/4), 2^(1/2), 2, 4, ... times as wide as the value where
// it begins; the first and the last have contexts. O(n + bars).
[[nodiscard]] std::vector<SpreadBar> SpreadBars(const ContextSpread& spread, uint32_t most_bars);

// At most so many of the functions that cost anything in themselves, those that cost most first. O(contexts).
// Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionId>> DearestFunctions(const Cct& tree,
                                                               const FunctionIndex& functions,
                                                               MetricIndex metric, size_t most,
                                                               JobControl* job = nullptr);

}  // namespace ringscope
