#pragma once

#include <cstdint>
#include <vector>

#include "cct/transform/engine/flat_tree.h"

namespace ringscope {

// A part of a tree: contexts that follow each other in a depth-first walk that takes callees in their order.
// Both paths begin at a callee of the root and are empty where the part begins, or ends, with the tree.
struct TreePart {
  std::vector<ContextId> after;  // the subtree at the end of this path is the last one before the part
  std::vector<ContextId> until;  // the subtree at the end of this path is the last one of the part
  uint32_t context_count = 0;    // of the part
};

// Up to `count` parts of about as many contexts each, in order, which make up the tree; at least one. All
// paths are equally long, and two of them are never the same. O(count * layers * log^2 n).
[[nodiscard]] std::vector<TreePart> SplitTree(const FlatTree& tree, uint32_t count);

}  // namespace ringscope
