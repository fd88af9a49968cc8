#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/large_array.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_blocks.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/transform/engine/new_frames.h"

namespace ringscope {

// The engine under the transforms. A transform decides what becomes of every context of the old tree; the
// engine makes the new tree from that:
//
//   old tree --transform--> fates --ResolveFates--> members --WriteMembers--> new tree
//
// 1. A fate says where a context's cost and callees go. It depends on the context's stack alone, so that
//    contexts with equal new stacks may become one.
// 2. A context that stays becomes a *seed*; contexts that join it become its members, a list. A new context
//    is made of one or more seeds: those with equal new stacks.
// 3. The new tree is written in level order, layer by layer. The callees of a new context are the callees of
//    its seeds and of their members, put together by frame (SiblingGroups): no hashing, no parents, no
//    sorting but that of siblings. A run of *plain* contexts, which keep their value and their callees, is
//    copied: a run of contexts has a run of callees.

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

// Which frames contexts get. Per old frame, and a last entry for ids outside of the old table.
struct FrameMaps {
  std::vector<FrameId> frame;
  std::vector<FrameId> renamed;  // of contexts that are renamed; may be empty where none is
};

// What a context is for the new tree. kPlain is 0, as most are.
enum class Role : uint8_t {
  kPlain,  // a seed without members, with its old inclusive value and frame, whose callees are its old ones,
           // all of them seeds with their old inclusive values and frames
  kSeed,   // any other one
  kRenamed,  // likewise, with its other frame
  kNoSeed,   // no callee of what its caller became: it joins, goes or starts
};

// Which old contexts make which new ones.
struct Members {
  LargeArray<Role> role;  // per context; the synthetic root is plain or a seed
  // Of contexts that are not plain: the next one of its list, kNoContext at the end. The list of a seed
  // begins with itself.
  LargeArray<ContextId> next;
  // Per metric, of seeds that are not plain: their inclusive value in the new tree, before equal siblings
  // become one.
  std::vector<LargeArray<uint64_t>> value;
  std::vector<ContextId> starts;  // contexts that start; the root is not plain then
  bool renames = false;           // whether there is any kRenamed
  bool keeps_frames = true;       // CanBePlain: without it, none is
  uint64_t seed_count = 0;        // at least as many as there are
};

// Whether contexts can be plain: frames stay what they are.
[[nodiscard]] bool CanBePlain(const FlatTree& tree, const NewFrames& frames, const FrameMaps& maps);

// O(n * metrics). Errors: kMalformed where a self value of a damaged file is not below 2^63, kCancelled.
[[nodiscard]] Result<Members> ResolveFates(const FlatTree& tree, std::vector<Fate> fates, bool can_be_plain,
                                           JobControl* job);

// O(n * metrics + sum over siblings of k log k). `old` gives metrics and report. Errors: kMalformed where a
// total of a damaged file reaches 2^63, kCancelled. job: done_units counts new contexts.
[[nodiscard]] Result<CctPtr> WriteMembers(const Cct& old, const FlatTree& tree, const Members& members,
                                          const FrameMaps& maps, NewFrames frames, JobControl* job);

// Both.
[[nodiscard]] Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree, std::vector<Fate> fates,
                                         const FrameMaps& maps, NewFrames frames, JobControl* job);

// Shared by the passes of transforms.
inline constexpr uint32_t kContextsBetweenPolls = 1u << 16;
inline constexpr uint64_t kTotalLimit = uint64_t{1} << 63;
[[nodiscard]] inline tl::unexpected<Error> Cancelled() {
  return Fail(ErrorCode::kCancelled, "the transform was cancelled");
}
[[nodiscard]] inline tl::unexpected<Error> DamagedValues() {
  return Fail(ErrorCode::kMalformed, "the tree's values are damaged: callees cost more than their caller");
}

}  // namespace ringscope
