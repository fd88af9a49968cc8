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

// A context of a tree that is being made, before it has its place in level order.
struct NewContext {
  uint64_t value = 0;  // of metric 0, inclusive when all is made, modulo 2^64
  FrameId frame = 0;
  uint32_t next_sibling = kNoNewContext;
  uint32_t first_callee = kNoNewContext;  // the one that was made last; each is followed by an older one
  uint32_t tabled_from = kNoNewContext;   // the callee from which on they are in a CalleeTable
};

// New contexts by index, with what only some trees have in columns beside them. Memory is used only as far as
// it is written to.
struct NewContexts {
  LargeArray<NewContext> contexts;
  std::vector<LargeArray<uint64_t>> more_values;  // of the metrics from 1 on, as NewContext::value
  LargeArray<uint8_t> flags;                      // empty where the old tree has none
};

// How many new contexts a layer has, and what they cost together: where its columns begin is known before
// they are written.
struct NewLayers {
  std::vector<uint32_t> count;               // by layer, the root's first
  std::vector<std::vector<uint64_t>> value;  // per metric by layer, inclusive, modulo 2^64
};

// Makes one tree of two whose contexts are in `contexts`, with roots `root` and `other`: callees with equal
// frames below the same callers become one, with the costs and marks of both; the rest of the other tree goes
// below its new callers as it is. `layers` and `other_layers` are of the two; `layers` becomes that of the
// result. Frames are below `frame_count`.
//
// O(k) of the contexts that become one and their callees, plus the layers. Errors: kCancelled.
[[nodiscard]] Result<void> Graft(NewContexts& contexts, uint32_t root, NewLayers& layers, uint32_t other,
                                 const NewLayers& other_layers, uint32_t frame_count, JobControl* job);

// Brings new contexts, of which 0 is the root, into level order, with one thread or two.
// `layers` says how many there are in each layer and what they cost; `frames` is the table of their frames,
// `rank` its RankFrames(); `old` gives metrics and report. `made_at`, as long as there are indices or empty,
// gets the context of the tree that each new context became.
//
// O(n * metrics + sum over siblings of k log k). Errors: kMalformed where a total of a damaged file reaches
// 2^63, kCancelled. job: done_units counts contexts.
[[nodiscard]] Result<CctPtr> WriteDepthFirst(const Cct& old, const NewContexts& tree, const NewLayers& layers,
                                             OwnedFrames frames, const std::vector<uint32_t>& rank,
                                             uint32_t thread_count, std::span<ContextId> made_at,
                                             JobControl* job);

// What an old frame is to a walk. Contexts are equal by frame, and recursive by function.
struct WalkedFrame {
  FrameId frame;  // that it becomes
  FunctionId function;
};

// What a walk makes of contexts.
struct WalkPlan {
  std::vector<Placement> placements;  // per old context; empty: recursion of any kind is folded
  std::vector<WalkedFrame> frames;    // per old frame, and last for ids outside of the table
  std::vector<FrameId> renamed;       // likewise
  uint32_t new_frame_count = 0;
  uint32_t function_count = 0;
  bool frames_differ = false;  // whether the callees of an old context become different frames
  bool has_starts = false;     // whether any context starts
};

// What a part of a tree became.
struct WalkedPart {
  uint32_t root = 0;  // index of the new root, the first of the part's new contexts
  uint32_t end = 0;   // behind the last of them
  NewLayers layers;
  bool found_recursion = false;  // or whether any context joined another
};

// The most new contexts a part can be made into: its own, the path above it and the root.
[[nodiscard]] uint64_t MostNewContexts(const TreePart& part);

// Makes the contexts of a part into new ones from index `root` on, below a root of its own. New contexts of
// several parts that have equal stacks are to be made one afterwards. Values are inclusive, of the part
// alone. `places`, of a part that is the whole tree: gets by old context the new one it went to; those that
// are left out, or lose their cost, keep what they have. Empty where nobody asks.
//
// Expected O(n * metrics). Errors: kCancelled.
[[nodiscard]] Result<WalkedPart> WalkPart(const FlatTree& tree, const WalkPlan& plan, const TreePart& part,
                                          uint32_t root, NewContexts& out, std::span<uint32_t> places,
                                          JobControl* job);

}  // namespace ringscope
