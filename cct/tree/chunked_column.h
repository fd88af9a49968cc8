#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/binary_search.h"
#include "cct/base/check.h"

namespace ringscope {

// A read-only array stored as chunks of 2^k elements (the last may be shorter), because a FlatBuffer stays
// under 2 GiB. Copies share the chunk list; the elements belong to a mapped file or to vectors, which a Cct
// keeps alive. operator[] is O(1) and unchecked: callers clamp indices first.
template <typename T>
class ChunkedColumn {
 public:
  ChunkedColumn() = default;

  // One contiguous piece.
  explicit ChunkedColumn(std::span<const T> values) : first_(values.data()), size_(values.size()) {}

  // Chunks of exactly 2^chunk_log2 elements, except the last one.
  ChunkedColumn(std::vector<std::span<const T>> chunks, uint32_t chunk_log2) : shift_(chunk_log2) {
    for (const auto& chunk : chunks) size_ += chunk.size();
    if (chunks.size() == 1) {
      first_ = chunks[0].data();
      shift_ = kOneChunk;
    } else if (!chunks.empty()) {
      chunks_ = std::make_shared<const std::vector<std::span<const T>>>(std::move(chunks));
      table_ = chunks_->data();
    }
  }

  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  [[nodiscard]] T operator[](uint64_t index) const {
    RINGSCOPE_DCHECK(index < size_);
    if (table_ == nullptr) return first_[index];
    return table_[index >> shift_][index & ((uint64_t{1} << shift_) - 1)];
  }

  // Tells the processor that elements around `index` (any number) are read soon. For walks that read many
  // places of a column in turn, a pattern that hardware does not recognize.
  void Prefetch(uint64_t index) const {
    if (table_ == nullptr)
      __builtin_prefetch(
          reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(first_) + index * sizeof(T)));
  }

  // The longest contiguous piece that starts at `index` and ends at or before `end`. For scans.
  [[nodiscard]] std::span<const T> Contiguous(uint64_t index, uint64_t end) const {
    RINGSCOPE_DCHECK(index <= end && end <= size_);
    if (index == end) return {};
    if (table_ == nullptr) return {first_ + index, end - index};
    const uint64_t chunk = index >> shift_;
    const uint64_t chunk_begin = chunk << shift_;
    const uint64_t chunk_end = chunk_begin + table_[chunk].size();
    return table_[chunk].subspan(index - chunk_begin, (end < chunk_end ? end : chunk_end) - index);
  }

 private:
  static constexpr uint32_t kOneChunk = 63;
  const T* first_ = nullptr;
  const std::span<const T>* table_ = nullptr;  // null if the column is one piece
  uint64_t size_ = 0;
  uint32_t shift_ = kOneChunk;
  std::shared_ptr<const std::vector<std::span<const T>>> chunks_;
};

// A column of all elements of a vector or array, from which it borrows.
template <typename Values>
[[nodiscard]] auto ColumnView(const Values& values) {
  return ChunkedColumn(std::span(values));
}

// The last index in [low, high) whose element is at most `value`, in a column whose elements never fall;
// `low` if there is none. O(log(high - low)).
[[nodiscard]] inline uint32_t LastAtMost(const ChunkedColumn<uint32_t>& column, uint32_t low, uint32_t high,
                                         uint32_t value) {
  return FirstWhere(low + 1, high, [&](uint32_t index) { return column[index] > value; }) - 1;
}

}  // namespace ringscope
