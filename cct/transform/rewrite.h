#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/flat_tree.h"
#include "cct/transform/new_frames.h"

namespace ringscope {

// The engine under the transforms. A transform decides what becomes of every context of the old tree; the
// engine makes the new tree from that:
//
//   old tree --transform--> fates --ResolveFates--> members --WriteMembers--> new tree
//
// 1. A fate says where a context's cost and callees go. It depends on the context's stack alone, so that
//    contexts with equal new stacks may become one.
// 2. A context that stays becomes a *seed*, the one that its joining contexts become members of: a list.
// 3. New contexts are written in level order, layer by layer. Each knows its seeds; their callees that stay,
//    and those of the members, are the seeds of its own callees, put together by frame (SiblingGroups). No
//    hashing, no parents, no sorting but that of siblings.

enum class Fate : uint8_t {
  // Becomes a callee of the new context its caller went to ...
  kStays,
  kRenamed,  // ... with another frame
  kEmptied,  // ... without its own cost
  // Becomes a callee of the synthetic root.
  kStarts,
  // Its own cost goes to the new context its caller went to, its callees to be callees there.
  kJoins,
  // Is left out with its own cost; its callees too, but for those that start.
  kGoes,
};

// What becomes of a tree.
struct Rewrite {
  std::vector<Fate> fate;  // per context; the synthetic root stays or is emptied
  // Old frame (the last one: ids outside of the table) to new frame, of contexts that stay or start; of those
  // that are renamed.
  std::vector<FrameId> frame;
  std::vector<FrameId> renamed_frame;
};

// Which old contexts make which new ones.
struct Members {
  std::vector<Fate> fate;  // as above; below contexts that go, all go that do not start
  // Per context: the next one of its list, kNoContext at the end. The list of a seed begins with itself.
  std::vector<ContextId> next;
  // Per metric and context: what a seed brings to its new context and its callers, its inclusive value in the
  // new tree before equal siblings become one. Of other contexts: anything.
  std::vector<std::vector<uint64_t>> value;
  std::vector<ContextId> starts;  // the contexts that start
};

// O(n * metrics), two passes. Errors: kMalformed where a value of a damaged file is not below 2^63,
// kCancelled.
[[nodiscard]] Result<Members> ResolveFates(const FlatTree& tree, std::vector<Fate> fates, JobControl* job);

// O(n * metrics + sum over siblings of k log k). `old` gives metrics and report. Errors: kOverflow where a
// total reaches 2^63, kCancelled. job: done_units counts new contexts.
[[nodiscard]] Result<CctPtr> WriteMembers(const Cct& old, const FlatTree& tree, const Members& members,
                                          const Rewrite& rewrite, NewFrames frames, JobControl* job);

// Both. `rewrite.fate` is taken.
[[nodiscard]] Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree, Rewrite rewrite,
                                         NewFrames frames, JobControl* job);

// Shared by the passes of transforms.
inline constexpr uint32_t kContextsBetweenPolls = 1u << 16;
[[nodiscard]] inline bool IsCancelled(const JobControl* job) { return job != nullptr && job->cancelled(); }
[[nodiscard]] inline tl::unexpected<Error> Cancelled() {
  return Fail(ErrorCode::kCancelled, "the transform was cancelled");
}

}  // namespace ringscope
