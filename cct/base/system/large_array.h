#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/system/memory_limit.h"
#include "cct/base/system/spill_folder.h"

namespace ringscope {

// Asks for huge pages in memory that was not written to yet: writing it then costs the speed of memory, not a
// page fault for every 4 KiB. Only advice: without huge pages the memory works the same.
void AskForHugePages(void* block, size_t bytes);

// The size from which a block asks for huge pages by itself.
inline constexpr size_t kLargeBlockBytes = size_t{4} << 20;

// Makes all threads take blocks below kLargeBlockBytes from one heap (of many cores, from one for each
// four), whose first 64 MiB are of huge pages, because page faults took up to half of the time in which
// profiles of 100 MB were read. Call it first in main(). The heap
// keeps up to 128 MiB of freed blocks. Only glibc can do it; with other libraries the call changes nothing.
void UseHugePagesInHeap();

// Allocates uninitialised memory. Large blocks are aligned to huge pages and ask for them. A MemoryLimit
// counts `counted_bytes` of the block, and 0 of a block in a SpillFolder. Throws std::bad_alloc.
[[nodiscard]] void* AllocateLarge(size_t bytes, size_t counted_bytes);
void FreeLarge(void* block, size_t counted_bytes);

// Puts large vectors into huge pages, too: random look-ups in a table of many megabytes wait for the page
// tables more than for the table itself.
template <typename T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <typename Other>
  explicit LargeAllocator(const LargeAllocator<Other>&) {}
  [[nodiscard]] T* allocate(size_t count) {
    return static_cast<T*>(AllocateLarge(count * sizeof(T), count * sizeof(T)));
  }
  void deallocate(T* block, size_t count) { FreeLarge(block, count * sizeof(T)); }
  friend bool operator==(const LargeAllocator&, const LargeAllocator&) { return true; }
};
template <typename T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

// An array for columns of a tree: its capacity is set once, its elements are not initialised, and only the
// part that was written to uses memory. Move-only.
template <typename T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  LargeArray() = default;
  // Empty, with room for `capacity` elements.
  explicit LargeArray(size_t capacity) : LargeArray(capacity, capacity) {}
  // An empty array whose `capacity` is a generous upper bound: a MemoryLimit counts only the elements that
  // CountUsed() found in use.
  [[nodiscard]] static LargeArray WithBound(size_t capacity) { return LargeArray(capacity, 0); }
  // `size` elements, not initialised.
  [[nodiscard]] static LargeArray OfSize(size_t size) {
    LargeArray array(size);
    array.size_ = size;
    return array;
  }
  LargeArray(LargeArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)),
        counted_(std::exchange(other.counted_, 0)) {}
  LargeArray& operator=(LargeArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(counted_, other.counted_);
    return *this;
  }
  ~LargeArray() {
    if (data_ != nullptr) FreeLarge(data_, counted_ * sizeof(T));
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  [[nodiscard]] T& operator[](size_t index) {
    RINGSCOPE_DCHECK(index < size_);
    return data_[index];
  }
  [[nodiscard]] const T& operator[](size_t index) const {
    RINGSCOPE_DCHECK(index < size_);
    return data_[index];
  }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
  [[nodiscard]] std::span<const T> view() const { return {data_, size_}; }

  // The capacity must hold what is added.
  void push_back(T value) {
    RINGSCOPE_DCHECK(size_ < capacity_);
    data_[size_++] = value;
  }
  // Adds `count` elements, not initialised, and returns the first.
  [[nodiscard]] T* Extend(size_t count) {
    RINGSCOPE_DCHECK(count <= capacity_ - size_);
    T* const first = data_ + size_;
    size_ += count;
    return first;
  }

  [[nodiscard]] size_t capacity() const { return capacity_; }
  // Moves the elements into a larger array made WithBound(). Throws std::bad_alloc.
  void Grow(size_t capacity) {
    LargeArray larger = WithBound(capacity);
    std::copy_n(data_, size_, larger.Extend(size_));
    larger.CountUsed();
    *this = std::move(larger);
  }

  // Tells the MemoryLimit the size. Throws std::bad_alloc if that exceeds the limit.
  void CountUsed() {
    if (size_ <= counted_ || SpillFolder::Holds(data_)) return;
    MemoryLimit::Take((size_ - counted_) * sizeof(T));
    counted_ = size_;
  }

 private:
  LargeArray(size_t capacity, size_t counted)
      : data_(capacity == 0 ? nullptr
                            : static_cast<T*>(AllocateLarge(capacity * sizeof(T), counted * sizeof(T)))),
        capacity_(capacity),
        counted_(counted) {}

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  size_t counted_ = 0;  // elements that the MemoryLimit knows of
};

}  // namespace ringscope
