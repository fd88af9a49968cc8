#pragma once

#include <span>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/cct.h"
#include "cct/query/context_set.h"
#include "cct/query/derived_metric.h"
#include "cct/query/function_index.h"
#include "cct/query/query.h"
#include "cct/query/search.h"

namespace ringscope {

// What a query's answer depends on besides the tree.
struct SelectScope {
  MetricIndex metric = 0;                       // of conditions that name none
  ContextRange view_root{0, 1};                 // what '%%' is a share of
  std::span<const DerivedMetric> derived = {};  // that conditions may name
};

// The frames a query selects; only for queries that are IsFrameQuery. Errors: kMalformed (a regular
// expression that RE2 refuses, with its column unknown but its text quoted).
[[nodiscard]] Result<FrameMatches> MatchFrames(const FrameTable& frames, const FunctionIndex& functions,
                                               const Query& query);

// The contexts a query selects, in the whole tree; the synthetic root never is. Uses both cores for large
// trees: at most about 10 ns a context in all for any query that people type. job: done_units counts
// contexts. Errors: kNotFound (a metric), kMalformed (a regular expression), kCancelled.
[[nodiscard]] Result<ContextSet> SelectContexts(const Cct& tree, const FunctionIndex& functions,
                                                const Query& query, const SelectScope& scope,
                                                JobControl* job = nullptr);

// As for FrameMatches (search.h), for any set.
[[nodiscard]] Result<MatchTotals> CountMatches(const Cct& tree, const FunctionIndex& functions,
                                               const ContextSet& matches, ContextRange roots,
                                               MetricIndex metric, JobControl* job = nullptr);
[[nodiscard]] Result<ContextId> FindMatch(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                          ContextId from, SearchDirection direction,
                                          JobControl* job = nullptr);

}  // namespace ringscope
