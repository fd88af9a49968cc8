#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/transform/engine/new_contexts.h"
#include "cct/transform/engine/new_frames.h"
#include "cct/transform/engine/tree_part.h"

namespace ringscope {

// What an old frame is to a walk. Contexts are equal by frame, and recursive by function.
struct WalkedFrame {
  FrameId frame;  // that stands for all with the same fields
  FunctionId function;
};

// The frames of a walk: per old frame, and last for ids outside of the table.
struct WalkedFrames {
  std::vector<WalkedFrame> frames;
  uint32_t function_count = 0;
  bool differ = true;  // whether the callees of an old context have different frames
};
[[nodiscard]] WalkedFrames WalkedFramesOf(const NewFrames& frames, const FlatTree& tree);

// What a part of a tree became without recursion.
struct WalkedPart {
  uint32_t root = 0;  // index of the new root, the first of the part's new contexts
  uint32_t end = 0;   // behind the last of them
  NewLayers layers;
  bool found_recursion = false;
};

// The most new contexts a part can be made into: its own, the path above it and the root.
[[nodiscard]] uint64_t MostNewContexts(const TreePart& part);

// Makes the contexts of a part without recursion of any kind, as FoldRecursion() says, into new ones from
// index `root` on, below a root of its own. Contexts of several parts that are the same one without recursion
// are to be made one afterwards. Values are inclusive, of the part alone.
//
// Expected O(n * metrics). Errors: kCancelled.
[[nodiscard]] Result<WalkedPart> WalkPart(const FlatTree& tree, const WalkedFrames& frames,
                                          const TreePart& part, uint32_t root, NewContexts& out,
                                          JobControl* job);

}  // namespace ringscope
