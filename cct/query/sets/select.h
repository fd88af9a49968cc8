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

// Ends queries that would keep their user waiting: what the calling thread may spend on one, in processor
// time, so that a busy machine refuses none. Words take some 50 ns a name; a regular expression of many
// alternatives and repetitions takes a thousand times as much.
class QueryBudget {
 public:
  static constexpr std::chrono::nanoseconds kDefault = std::chrono::seconds(1);

  explicit QueryBudget(std::chrono::nanoseconds budget = kDefault) : end_ns_(Now() + budget.count()) {}

  // After a text has been compared with a name of so many bytes. kLimit when nothing is left.
  [[nodiscard]] Result<void> Spend(uint64_t name_bytes) {
    constexpr uint64_t kBytesBetweenLooks = uint64_t{16} << 10;
    unseen_ += name_bytes + kBytesOfAnyName;
    if (unseen_ < kBytesBetweenLooks) return {};
    unseen_ = 0;
    return Look();
  }
  // Between parts of a query.
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

// What a query's answer depends on besides the tree.
struct SelectScope {
  MetricIndex metric = 0;                       // of conditions that name none
  ContextRange view_root{0, 1};                 // what '%%' is a share of
  std::span<const DerivedMetric> derived = {};  // that conditions may name
  // What `slower` and the like go by. Without it by the values of the sides alone, as if nothing were chance.
  DifferencesOfTree differences_of = nullptr;
  // For what is asked of names; a tree of very many contexts may take longer in all.
  std::chrono::nanoseconds budget = QueryBudget::kDefault;
};

// The frames a query selects; only for queries that are IsFrameQuery. Expected O(bytes of names) a text.
// Errors: kMalformed (a regular expression that RE2 refuses, with its column unknown but its text quoted),
// kInvalidArgument (not a query about frames), kLimit (QueryBudget).
[[nodiscard]] Result<FrameMatches> MatchFrames(const FrameTable& frames, const FunctionIndex& functions,
                                               const Query& query);

// Which frames fulfil node `top` of a query, which depends on frames alone (FrameNodes), or is a text about
// threads: then it is about the frames of threads and processes of that name. One entry a frame and a last
// one for ids outside the table, 1 or 0. Expected O(bytes of names) a text. Errors: kMalformed, kLimit (the
// budget).
[[nodiscard]] Result<std::vector<uint8_t>> MaskOfFrames(const FrameTable& frames, const Query& query,
                                                        uint32_t top, QueryBudget& budget);

// The contexts a query selects, in the whole tree; the synthetic root never is. Uses both cores for large
// trees: at most about 30 ns of processor time a context for queries that people type. job: done_units counts
// contexts. CountMatches (search.h) takes the result. Errors: kNotFound (a metric, or calls
// where none are counted), kMalformed (a regular expression, a bound in a unit the metric is not measured
// in), kLimit (SelectScope::budget), kCancelled.
[[nodiscard]] Result<ContextSet> SelectContexts(const Cct& tree, const FunctionIndex& functions,
                                                const Query& query, const SelectScope& scope,
                                                JobControl* job = nullptr);

// The contexts of the frames that are 1 in `mask`, which has the entries of FrameMatches::mask; the synthetic root
// never is. About 1 ns a context, with both cores. job: done_units counts contexts. Errors: kCancelled.
[[nodiscard]] Result<ContextSet> ContextsOfFrames(const Cct& tree, std::span<const uint8_t> mask,
                                                  JobControl* job = nullptr);

}  // namespace ringscope
