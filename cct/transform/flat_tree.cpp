#include "cct/transform/flat_tree.h"

#include <algorithm>

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
  bool sound = flat.first_child[0] == 1 && flat.first_child[flat.n] == flat.n;
  for (uint32_t i = 0; i < flat.n; ++i) {
    const uint32_t begin = flat.first_child[i];
    sound &= begin > i;
    sound &= begin <= flat.first_child[uint64_t{i} + 1];
  }
  for (uint32_t i = 0; i < flat.n; ++i) flat.largest_frame = std::max(flat.largest_frame, flat.frame[i]);
  if (!sound)
    return Fail(ErrorCode::kMalformed, "the tree's structure is damaged: its children do not add up");
  return flat;
}

}  // namespace ringscope
