#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope {

// The items of a tree that a page holds, in level order: contexts, and rests. A rest stands for a run of
// siblings that the page does not hold, with everything below them. The items below an item are contiguous
// and stand for all of its children; a rest has none.
struct PageItems {
  std::vector<ContextRange> contexts;  // a context, or the run of a rest
  std::vector<uint8_t> is_rest;
  std::vector<uint32_t> child_count;
  // For rests: how many layers the tree has below the run's own. 0 for contexts.
  std::vector<uint32_t> layers_below;
  uint32_t context_count = 0;  // items that are no rests, the synthetic root included
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(contexts.size()); }
};

// The largest contexts of the tree, at most `most` (at least 1): a caller before its callees, the path to
// `root` first, and contexts below `root` before others unless they are 16 times smaller. Large means a large
// share of the total of any of `metrics`. If many siblings are nearly alike in a metric by which they are not
// sorted, those found last may not be the largest. O(most * log of siblings), memory O(most).
[[nodiscard]] std::vector<ContextId> LargestContexts(const Cct& tree, std::span<const MetricIndex> metrics,
                                                     ContextId root, uint32_t most);

// The items of a page that holds `held`, which has the caller of each of its contexts but the synthetic
// root's. In a tree that lists a context below several callers it is held below the first one. O(items *
// layers).
[[nodiscard]] PageItems ItemsOf(const Cct& tree, std::vector<ContextId> held);

}  // namespace ringscope
