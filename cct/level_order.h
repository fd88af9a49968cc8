#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/cct.h"

namespace ringscope {

// A frame table whose columns are vectors.
struct OwnedFrames {
  std::vector<uint32_t> name, module, file, line, column;
  std::vector<uint8_t> kind;
  std::vector<uint64_t> string_offset{0};
  std::vector<uint8_t> string_bytes;
};

// A tree in creation order: n contexts, parent[i] < i, context 0 the root (its parent and frame are ignored).
struct UnsortedTree {
  std::vector<uint32_t> parent;             // n
  std::vector<FrameId> frame;               // n
  std::vector<std::vector<uint64_t>> self;  // per metric n
  std::vector<uint8_t> flags;               // n or empty
  OwnedFrames frames;
  std::vector<Metric> metrics;  // at least one
};

// Brings a tree into level order and computes its columns: O(n + sum over siblings of k log k), about 40
// bytes a context at the peak. Frames are renumbered by first appearance in level order and unused ones
// dropped, so the result depends only on the tree, not on the order it was collected in. Siblings with equal
// frames must have been merged. Errors: kOverflow when a metric's total reaches 2^63, kCancelled.
[[nodiscard]] Result<CctPtr> BuildLevelOrder(UnsortedTree tree, ImportReport report,
                                             JobControl* job = nullptr);

}  // namespace ringscope
