#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/transform/engine/new_contexts.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {

// What an old frame is to a walk. Contexts are equal by frame, and recursive by function.
struct WalkedFrame {
  FrameId frame;  // that it becomes
  FunctionId function;
};

// What a walk makes of contexts.
struct WalkPlan {
  std::vector<Fate> fates;          // per old context; empty: recursion of any kind is folded
  std::vector<WalkedFrame> frames;  // per old frame, and last for ids outside of the table
  std::vector<FrameId> renamed;     // likewise
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
