#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A column as one piece of memory, for loops over all of it: borrowed if it already is one piece, copied if a
// file stores it in chunks.
template <typename T>
class FlatColumn {
 public:
  FlatColumn() = default;
  explicit FlatColumn(const ChunkedColumn<T>& column) {
    const uint64_t size = column.size();
    const std::span<const T> first = column.Contiguous(0, size);
    data_ = first.data();
    if (first.size() == size) return;
    copy_.reserve(size);
    for (uint64_t at = 0; at < size;) {
      const std::span<const T> piece = column.Contiguous(at, size);
      copy_.insert(copy_.end(), piece.begin(), piece.end());
      at += piece.size();
    }
    data_ = copy_.data();
  }
  // Moving a vector keeps the address of its elements, so data_ stays valid.
  FlatColumn(FlatColumn&&) noexcept = default;
  FlatColumn& operator=(FlatColumn&&) noexcept = default;

  [[nodiscard]] T operator[](uint64_t index) const { return data_[index]; }
  [[nodiscard]] const T* data() const { return data_; }

 private:
  const T* data_ = nullptr;
  std::vector<T> copy_;
};

// The columns of a tree whose structure has been checked, so that loops over it need no clamping: the
// children of i are [first_child[i], first_child[i + 1]), every context but the root is a child of exactly
// one context, and callers come before callees. Values and frame ids are unchecked.
struct FlatTree {
  uint32_t n = 0;
  FlatColumn<uint32_t> first_child;           // n + 1
  FlatColumn<uint32_t> frame;                 // n
  std::vector<FlatColumn<uint64_t>> running;  // per metric n + 1
  FlatColumn<uint8_t> flags;                  // n if has_flags, else empty
  bool has_flags = false;
  FrameId largest_frame = 0;

  [[nodiscard]] ContextRange CalleesOf(ContextId context) const {
    return {first_child[context], first_child[uint64_t{context} + 1]};
  }
  [[nodiscard]] uint64_t Inclusive(ContextId context, MetricIndex metric) const {
    return running[metric][uint64_t{context} + 1] - running[metric][context];
  }
  [[nodiscard]] uint64_t Self(ContextId context, MetricIndex metric) const {
    const auto& r = running[metric];
    return r[uint64_t{context} + 1] - r[context] -
           (r[first_child[uint64_t{context} + 1]] - r[first_child[context]]);
  }
};

// Borrows from `tree`. One pass over first_child. Errors: kMalformed if the columns of a damaged file do not
// make a tree.
[[nodiscard]] Result<FlatTree> FlattenTree(const Cct& tree);

// A part of a tree: contexts that follow each other in a depth-first walk that takes callees in their order.
// Both paths begin at a callee of the root; `after` is empty for the first part, `until` for the last one.
struct TreePart {
  std::vector<ContextId> after;  // the subtree at the end of this path is the last one before the part
  std::vector<ContextId> until;  // the subtree at the end of this path is the last one of the part
  uint32_t context_count = 0;    // of the part
};

// Splits the tree into up to `count` parts, at least one, in order, with about equally many contexts. All
// paths that are not empty have the same length, and all cuts differ. O(count * layers * log^2 n).
[[nodiscard]] std::vector<TreePart> SplitTree(const FlatTree& tree, uint32_t count);

}  // namespace ringscope
