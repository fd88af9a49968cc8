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
  uint64_t beside = 0;  // self value of SummaryRequest::beside
};

// The groups of one kind that occur. A group without self cost is counted, and has no row.
struct TopGroups {
  uint64_t count = 0;
  uint64_t process_count = 0;    // of these; where they are threads and processes
  std::vector<SummaryRow> rows;  // by self, largest first; equals by name
  uint64_t other_self = 0;       // of the groups without a row
  uint64_t outside = 0;          // of functions: what was spent in none, as directly below the root
};

// Contexts with a caller of the same function. Threads, processes and functions without a name do not recur.
struct RecursionSummary {
  uint64_t functions = 0;  // that have such contexts
  uint64_t contexts = 0;
  uint64_t inclusive = 0;          // of these contexts, each cost once
  uint64_t most_times = 0;         // how often the deepest recursion has its function on one path
  ContextId deepest = kNoContext;  // where it has: of several the first one
};

// What one wants to know first of a profile: of one metric, but for the totals, and of what lies below a view
// root, itself included. What its import skipped, kept in part and estimated is in the report of the tree.
struct ProfileSummary {
  uint64_t contexts = 0;         // without the synthetic root
  uint64_t layers = 0;           // of these contexts
  std::vector<uint64_t> totals;  // per metric of the tree
  TopGroups threads;             // and processes; `self` is all that was spent in one
  TopGroups functions;           // of all frames, as tables by function have them
  TopGroups packages, modules;   // empty where the profile knows none
  // On the last of the layers the context with the largest inclusive value, of equals the first;
  // kNoContext where there are no contexts.
  ContextId deepest = kNoContext;
  RecursionSummary recursion;
};

struct SummaryRequest {
  ContextId root = kRootContext;
  MetricIndex metric = 0;
  std::optional<MetricIndex> beside;  // another metric, which rows tell too
  size_t function_rows = 10;
  size_t other_rows = 5;            // of threads, packages and modules each
  bool self_in_first_ring = false;  // the tree has callers first (TakeSelfFromFirstRing)
};

// Up to five depth-first passes over the subtree, several threads for large trees; the result does not depend
// on them. O(contexts + frames + bytes of names), memory O(frames + bytes of names + layers) a thread. job:
// done_units counts contexts, at most kSummaryPasses times those of the tree. `functions` is that of the
// tree. Errors: kCancelled, kMalformed (a hostile tree whose contexts have several callers).
[[nodiscard]] Result<ProfileSummary> Summarize(const Cct& tree, const FunctionIndex& functions,
                                               const SummaryRequest& request, JobControl* job = nullptr,
                                               uint32_t worker_count = 0);
inline constexpr uint64_t kSummaryPasses = 5;

// From `from` downwards: the child with the largest inclusive value (the first of equals), again and again,
// while that is not 0 and at least `least_share` (0 to 1) of its caller's. Without `from` itself. O(children
// of the contexts on the path), of the first metric O(path).
[[nodiscard]] std::vector<ContextId> HotPath(const Cct& tree, ContextId from, MetricIndex metric,
                                             double least_share);

}  // namespace ringscope
