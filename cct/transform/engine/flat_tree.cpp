#include "cct/transform/engine/flat_tree.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "cct/base/binary_search.h"
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

namespace {

// Cuts a tree behind the subtree of a context of its widest layer, which has the most places to cut.
class Cutter {
 public:
  explicit Cutter(const FlatTree& tree) : tree_(tree) {
    for (ContextId begin = 0; begin < tree.n;) {
      const ContextId end = begin == 0 ? 1 : tree.first_child[begin];
      layer_begin_.push_back(begin);
      begin = end;
    }
    layer_begin_.push_back(tree.n);
    for (uint32_t layer = 1; layer + 1 < layer_begin_.size(); ++layer) {
      if (SizeOf(layer) > SizeOf(widest_)) widest_ = layer;
    }
  }

  [[nodiscard]] uint32_t begin() const { return layer_begin_[widest_]; }
  [[nodiscard]] uint32_t end() const { return layer_begin_[widest_ + 1]; }

  // The path from a callee of the root down to a context of the widest layer.
  [[nodiscard]] std::vector<ContextId> PathTo(ContextId context) const {
    std::vector<ContextId> path(widest_);
    const uint32_t* const first_child = tree_.first_child.data();
    for (uint32_t layer = widest_; layer > 0; --layer) {
      path[layer - 1] = context;
      // The caller is the last context whose callees do not begin behind `context`: earlier ones have no
      // callees, or other ones.
      context = static_cast<ContextId>(std::upper_bound(first_child, first_child + tree_.n, context) -
                                       first_child) -
                1;
    }
    return path;
  }

  // How many contexts a walk has met at the end of the subtree of a context of the widest layer.
  [[nodiscard]] uint32_t CountUntil(ContextId context) const {
    uint32_t count = 1;
    const std::vector<ContextId> path = PathTo(context);
    for (uint32_t layer = 1; layer <= widest_; ++layer) count += path[layer - 1] + 1 - layer_begin_[layer];
    ContextId end = context + 1;
    for (uint32_t layer = widest_ + 1; layer + 1 < layer_begin_.size(); ++layer) {
      end = tree_.first_child[end];
      count += end - layer_begin_[layer];
    }
    return count;
  }

 private:
  [[nodiscard]] uint32_t SizeOf(uint32_t layer) const {
    return layer_begin_[layer + 1] - layer_begin_[layer];
  }

  const FlatTree& tree_;
  std::vector<ContextId> layer_begin_;  // by layer, and n
  uint32_t widest_ = 0;
};

}  // namespace

std::vector<TreePart> SplitTree(const FlatTree& tree, uint32_t count) {
  std::vector<TreePart> parts(1);
  const Cutter cutter(tree);
  uint32_t counted = 0;
  ContextId last = cutter.begin();
  for (uint32_t part = 1; part < count && tree.n > 1; ++part) {
    const auto wanted = static_cast<uint32_t>(uint64_t{tree.n} * part / count);
    // Never cuts behind the last context of the widest layer: the next part could be empty.
    const ContextId cut = FirstWhere(last, cutter.end() - 1,
                                     [&](ContextId context) { return cutter.CountUntil(context) >= wanted; });
    if (cut + 1 >= cutter.end()) break;
    const uint32_t until = cutter.CountUntil(cut);
    parts.back().until = cutter.PathTo(cut);
    parts.back().context_count = until - std::exchange(counted, until);
    parts.push_back({.after = parts.back().until});
    last = cut + 1;
  }
  parts.back().context_count = tree.n - counted;
  return parts;
}

}  // namespace ringscope
