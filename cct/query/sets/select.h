#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/language/query.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/query/sets/search.h"
#include "cct/tree/cct.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// Ends queries that would take too long: a limit of the calling thread's processor time, so that a busy
// machine refuses no query. A word takes some 50 ns a name; a regular expression with many alternatives and
// repetitions takes a thousand times as long.
class QueryBudget {
 public:
  static constexpr std::chrono::nanoseconds kDefault = std::chrono::seconds(1);

  explicit QueryBudget(std::chrono::nanoseconds budget = kDefault) : end_ns_(Now() + budget.count()) {}

  // Call it after the comparison of a text with a name of so many bytes. Errors: kLimit (budget is spent).
  [[nodiscard]] Result<void> Spend(uint64_t name_bytes) {
    constexpr uint64_t kBytesBetweenLooks = uint64_t{16} << 10;
    unseen_ += name_bytes + kBytesOfAnyName;
    if (unseen_ < kBytesBetweenLooks) return {};
    unseen_ = 0;
    return Look();
  }
  // Call it between parts of a query. Errors: kLimit (budget is spent).
  [[nodiscard]] Result<void> Look() const {
    if (Now() < end_ns_) return {};
    return Fail(
        ErrorCode::kLimit,
        "expected a query that is soon decided, found one that takes too long with so many names: use fewer "
        "words, or regular expressions of less alternatives and repetitions");
  }

 private:
  static constexpr uint64_t kBytesOfAnyName = 16;
  static int64_t Now() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }

  int64_t end_ns_;
  uint64_t unseen_ = 0;
};

// The inputs of a query besides the tree.
struct SelectScope {
  MetricIndex metric = 0;                       // for conditions that name no metric
  ContextRange view_root{0, 1};                 // the 100 % of '%%'
  std::span<const DerivedMetric> derived = {};  // metrics that conditions may name
  // Decides about `slower`, `faster`, ... If null, the values of the sides decide, as if nothing were chance.
  DifferencesOfTree differences_of = nullptr;
  // For the comparison of names; the rest of a query gets more time, by the number of contexts.
  std::chrono::nanoseconds budget = QueryBudget::kDefault;
};

// The frames that a query selects, which has to be an IsFrameQuery(). Expected O(bytes of names) a text.
// Errors: kMalformed (a regular expression that RE2 refuses, with its text quoted but without column),
// kInvalidArgument (not a query about frames), kLimit (QueryBudget).
[[nodiscard]] Result<FrameMatches> MatchFrames(const FrameTable& frames, const FunctionIndex& functions,
                                               const Query& query);

// The frames that fulfil node `top` of a query, with the entries of FrameMatches::mask. The node depends on
// frames alone (FrameNodes), or is a text about threads, which selects the frames of threads and processes of
// that name. Expected O(bytes of names) a text. Errors: kMalformed, kLimit (the budget).
[[nodiscard]] Result<std::vector<uint8_t>> MaskOfFrames(const FrameTable& frames, const Query& query,
                                                        uint32_t top, QueryBudget& budget);

// The contexts that a query selects in the whole tree, never the synthetic root; CountMatches() (search.h)
// counts them. Uses several threads for
// large trees: at most about 30 ns of processor time a context for typical queries. job: done_units counts
// contexts. Errors: kNotFound (a metric, or calls that the profile does not count), kMalformed (a regular
// expression, a bound in a unit in which the metric is not measured), kLimit (SelectScope::budget),
// kCancelled.
[[nodiscard]] Result<ContextSet> SelectContexts(const Cct& tree, const FunctionIndex& functions,
                                                const Query& query, const SelectScope& scope,
                                                JobControl* job = nullptr);

// The contexts of the frames that are 1 in `mask`, which has the entries of FrameMatches::mask, never the
// synthetic root. About 1 ns a context on two cores. job: done_units counts contexts. Errors: kCancelled.
[[nodiscard]] Result<ContextSet> ContextsOfFrames(const Cct& tree, std::span<const uint8_t> mask,
                                                  JobControl* job = nullptr);

}  // namespace ringscope
