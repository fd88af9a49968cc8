#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Checks every element of every column: structure (children ranges, layers, frame and string indices, frames
// of siblings, child sums within their parent's value, ranges of points, facts of frames), then the stored
// checksums if the tree comes from a file. A tree that passes is exact everywhere. Sequential scan, 4 bytes a
// frame; progress in bytes. Errors: kMalformed naming the column and the index, kCancelled.
[[nodiscard]] Result<void> VerifyCct(const Cct& tree, JobControl* job = nullptr);

// Whether the ranges that contexts have of types, or of points, cover each exactly once. In a file that was
// not verified they may overlap, and together have many times what the file holds. To be asked before a walk
// over all contexts. O(contexts). Errors: kMalformed.
[[nodiscard]] Result<void> CheckTypeRanges(const TypeColumns& types);
[[nodiscard]] Result<void> CheckPointRanges(const Cct& tree);

// The total of every metric is below this.
inline constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

// A column first_child of n + 1 elements is a tree if it starts at 1, never falls, stays above its own index
// and ends at n: then every context except the root is a callee of exactly one context before it. HasTreeEnds
// checks the ends, HasTreeRanges the callers from `begin` to `end`; `Column` is indexable.
template <typename Column>
[[nodiscard]] bool HasTreeEnds(const Column& first_child, uint64_t n) {
  return first_child[0] == 1 && first_child[n] == n;
}
template <typename Column>
[[nodiscard]] bool HasTreeRanges(const Column& first_child, uint64_t begin, uint64_t end) {
  bool sound = true;
  for (uint64_t i = begin; i < end; ++i) {
    const uint32_t first = first_child[i];
    sound &= (first > i) & (first <= first_child[i + 1]);
  }
  return sound;
}

}  // namespace ringscope
