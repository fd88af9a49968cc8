#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// One of the dearest groups.
struct SummaryRow {
  FrameId frame = 0;  // the first one of the group
  std::string name;   // as in a FrameGrouping
  uint64_t self = 0;
  uint64_t inclusive = 0;
  uint64_t contexts = 0;
  uint64_t beside = 0;       // self value of SummaryRequest::beside
  bool shares_name = false;  // with another group of the tree
};

// The groups of one kind that occur. A group without self cost counts, but has no row.
struct TopGroups {
  uint64_t count = 0;
  uint64_t process_count = 0;    // how many of `count` are processes
  std::vector<SummaryRow> rows;  // by self, largest first; equals by name
  uint64_t other_self = 0;       // sum over the groups without a row
  uint64_t outside = 0;          // self cost without a function, as that of the synthetic root
};

// Contexts with a caller of the same function. Threads, processes and functions without a name do not recur.
struct RecursionSummary {
  uint64_t functions = 0;  // with such contexts
  uint64_t contexts = 0;
  uint64_t inclusive = 0;          // of the outermost such contexts, so that each cost counts once
  uint64_t most_times = 0;         // how often the deepest recursion has its function on one path
  ContextId deepest = kNoContext;  // the context with `most_times`; the first of several
};

// The first facts about a profile: of the subtree of a view root, in one metric except for the totals. The
// report of the tree has what its import skipped, truncated and estimated.
struct ProfileSummary {
  uint64_t contexts = 0;         // without the synthetic root
  uint64_t layers = 0;           // of these contexts
  std::vector<uint64_t> totals;  // per metric of the tree
  TopGroups threads;             // and processes; `self` is the cost of the whole thread
  TopGroups functions;           // of all frames, as tables by function have them
  TopGroups packages, modules;   // empty if the profile knows none
  // The context of the last layer with the largest inclusive value, the first of equals; kNoContext if there
  // are no contexts.
  ContextId deepest = kNoContext;
  RecursionSummary recursion;
};

struct SummaryRequest {
  ContextId root = kRootContext;
  MetricIndex metric = 0;
  std::optional<MetricIndex> beside;  // another metric for SummaryRow::beside
  size_t function_rows = 10;
  size_t other_rows = 5;            // of threads, packages and modules each
  bool self_in_first_ring = false;  // for inverted trees: see TakeSelfFromFirstRing()
};

// Up to five depth-first passes over the subtree, with several threads for large trees, on which the result
// does not depend. `functions` is that of the tree. O(contexts + frames + bytes of names), memory O(frames +
// bytes of names + layers) a thread. job: done_units counts contexts, at most kSummaryPasses times those of
// the tree. Errors: kCancelled, kMalformed (a hostile tree whose contexts have several callers).
[[nodiscard]] Result<ProfileSummary> Summarize(const Cct& tree, const FunctionIndex& functions,
                                               const SummaryRequest& request, JobControl* job = nullptr,
                                               uint32_t worker_count = 0);
inline constexpr uint64_t kSummaryPasses = 5;

// The path from `from` (excluded) down that takes the child with the largest inclusive value at each step
// (the first of equals), as long as that value is above 0 and at least `least_share` (0 to 1) of the
// caller's. O(children of the contexts on the path); O(path) for the first metric.
[[nodiscard]] std::vector<ContextId> HotPath(const Cct& tree, ContextId from, MetricIndex metric,
                                             double least_share);

}  // namespace ringscope
