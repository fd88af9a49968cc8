#include "cct/transform/engine/flat_tree.h"

#include <algorithm>
#include <atomic>

#include "cct/query/sets/context_blocks.h"

namespace ringscope {

Result<FlatTree> FlattenTree(const Cct& tree) {
  FlatTree flat;
  flat.n = tree.context_count();
  flat.first_child = FlatColumn<uint32_t>(tree.columns().first_child);
  flat.frame = FlatColumn<uint32_t>(tree.columns().frame);
  for (const auto& running : tree.columns().running_inclusive) flat.running.emplace_back(running);
  flat.has_flags = !tree.columns().flags.empty();
  if (flat.has_flags) flat.flags = FlatColumn<uint8_t>(tree.columns().flags);

  // Starts at 1, never falls, stays above its own index, ends at n: that alone makes a tree.
  std::atomic<bool> sound = flat.first_child[0] == 1 && flat.first_child[flat.n] == flat.n;
  std::atomic<FrameId> largest_frame = 0;
  RINGSCOPE_TRY(ForEachContextBlock(flat.n, nullptr, [&](ContextRange block) {
    bool is_sound = true;
    for (ContextId i = block.begin; i < block.end; ++i) {
      const uint32_t begin = flat.first_child[i];
      is_sound &= begin > i;
      is_sound &= begin <= flat.first_child[uint64_t{i} + 1];
    }
    if (!is_sound) sound = false;
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
