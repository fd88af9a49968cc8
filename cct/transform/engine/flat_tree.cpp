#include "cct/transform/engine/flat_tree.h"

#include <algorithm>
#include <atomic>

#include "cct/query/sets/context_set.h"
#include "cct/tree/building/level_order.h"

namespace ringscope {

Result<FlatTree> FlattenTree(const Cct& tree) {
  FlatTree flat;
  flat.n = tree.context_count();
  flat.first_child = FlatColumn<uint32_t>(tree.columns().first_child);
  flat.frame = FlatColumn<uint32_t>(tree.columns().frame);
  for (const auto& running : tree.columns().running_inclusive) flat.running.emplace_back(running);
  flat.has_flags = !tree.columns().flags.empty();
  if (flat.has_flags) flat.flags = FlatColumn<uint8_t>(tree.columns().flags);

  std::atomic<bool> sound = HasTreeEnds(flat.first_child, flat.n);
  std::atomic<FrameId> largest_frame = 0;
  RINGSCOPE_TRY(ForEachContextBlock(flat.n, nullptr, [&](ContextRange block) {
    if (!HasTreeRanges(flat.first_child, block.begin, block.end)) sound = false;
    FrameId largest = 0;
    for (ContextId i = block.begin; i < block.end; ++i) largest = std::max(largest, flat.frame[i]);
    FrameId before = largest_frame;
    while (before < largest && !largest_frame.compare_exchange_weak(before, largest)) {
    }
  }));
  flat.largest_frame = largest_frame;
  if (!sound)
    return Fail(ErrorCode::kMalformed, "the tree's structure is damaged: its children do not add up");
  return flat;
}

}  // namespace ringscope
