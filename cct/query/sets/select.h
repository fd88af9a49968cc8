#pragma once

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
#include "cct/query/sets/query_budget.h"
#include "cct/query/sets/search.h"
#include "cct/tree/cct.h"
#include "cct/tree/context_difference.h"

namespace ringscope {

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
