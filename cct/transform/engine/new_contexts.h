#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/transform/engine/rewrite.h"
#include "cct/tree/cct.h"

namespace ringscope {

inline constexpr uint32_t kNoNewContext = 0xffffffffu;

// A context of a new tree before it has its place in level order.
struct NewContext {
  uint64_t value = 0;  // of metric 0, modulo 2^64; inclusive once the walk is done
  FrameId frame = 0;
  uint32_t next_sibling = kNoNewContext;
  uint32_t first_callee = kNoNewContext;  // the newest one; each is followed by an older one
  uint32_t tabled_from = kNoNewContext;   // the callee from which on the list is also in a CalleeTable
};

// New contexts by index; columns that only some trees have are beside them. Only written parts use memory.
struct NewContexts {
  LargeArray<NewContext> contexts;
  std::vector<LargeArray<uint64_t>> more_values;  // for the metrics from 1 on, as NewContext::value
  LargeArray<uint8_t> flags;                      // empty if the old tree has none
};

// The number of new contexts in each layer, and the sums of their values: so the begin of each layer in the
// columns is known before these are written.
struct NewLayers {
  std::vector<uint32_t> count;               // by layer, the root's first
  std::vector<std::vector<uint64_t>> value;  // per metric by layer, inclusive, modulo 2^64
};

// Joins two trees in `contexts`, with roots `root` and `other`, into one: callees with equal frames below the
// same callers become one, with the costs and marks of both; the subtrees of other callees move below their
// new callers. `layers` and `other_layers` are those of the trees; `layers` becomes that of the result.
// Frames are below `frame_count`.
//
// O(contexts that become one, and their callees + layers). Errors: kCancelled.
[[nodiscard]] Result<void> Graft(NewContexts& contexts, uint32_t root, NewLayers& layers, uint32_t other,
                                 const NewLayers& other_layers, uint32_t frame_count, JobControl* job);

// Writes new contexts, of which 0 is the root, in level order, with one thread or two. `layers` are those of
// the contexts; `frames` is the table of their frames, `rank` its RankFrames(); metrics and report come from
// `old`. `made_at` gets, by index of a new context, the context of the tree that it became; it has an entry
// for each index, or is empty.
//
// O(n * metrics + sum over siblings of k log k). Errors: kMalformed if a total of a damaged file reaches
// 2^63, kCancelled. job: done_units counts contexts.
[[nodiscard]] Result<CctPtr> WriteDepthFirst(const Cct& old, const NewContexts& tree, const NewLayers& layers,
                                             OwnedFrames frames, const std::vector<uint32_t>& rank,
                                             uint32_t thread_count, std::span<ContextId> made_at,
                                             JobControl* job);

// The new frame of an old one, and its function. Contexts are equal by frame, and recursive by function.
struct WalkedFrame {
  FrameId frame;  // of the new tree
  FunctionId function;
};

// The instructions of a walk.
struct WalkPlan {
  std::vector<Placement> placements;  // per old context; empty: folds recursion of any kind
  std::vector<WalkedFrame> frames;    // per old frame, then one for ids outside the table
  std::vector<FrameId> renamed;       // for Placement::kRenamed: as `frames`
  uint32_t new_frame_count = 0;
  uint32_t function_count = 0;
  bool frames_differ = false;  // different callees of an old context get different frames
  bool has_starts = false;     // some placement is a start
};

// The result for a part of a tree.
struct WalkedPart {
  uint32_t root = 0;  // index of the new root, the first of the part's new contexts
  NewLayers layers;
  bool found_recursion = false;  // with placements: whether any context joined another
};

// The largest number of new contexts for a part: its own, the paths to both ends, and the root.
[[nodiscard]] uint64_t MostNewContexts(const TreePart& part);

// Makes new contexts of the contexts of a part, from index `root` on, below a root of the part's own; Graft()
// then joins the parts. Values are inclusive, and contain only the part. `places` gets, by old context, the
// new context that it went to; entries of contexts that are left out or emptied do not change. It is empty if
// not needed, and only allowed if the part is the whole tree.
//
// Expected O(n * metrics). Errors: kCancelled.
[[nodiscard]] Result<WalkedPart> WalkPart(const FlatTree& tree, const WalkPlan& plan, const TreePart& part,
                                          uint32_t root, NewContexts& out, std::span<uint32_t> places,
                                          JobControl* job);

}  // namespace ringscope
