#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ringscope {

// What the tables of one symbolizer hold, as it is told to whoever allows it.
class TableMemory {
 public:
  // `resize` is told before the tables come to hold so many bytes in all, and after they hold less. False:
  // they may not. Empty: anything goes.
  using Resize = std::function<bool(uint64_t held_bytes)>;
  explicit TableMemory(Resize resize) : resize_(std::move(resize)) {}

  [[nodiscard]] bool Take(uint64_t bytes) {
    if (refused_ || (resize_ && !resize_(held_bytes_ + bytes))) {
      refused_ = true;
      return false;
    }
    held_bytes_ += bytes;
    return true;
  }
  void GiveBack(uint64_t bytes) {
    held_bytes_ -= std::min(bytes, held_bytes_);
    if (resize_) (void)resize_(held_bytes_);
  }
  // Makes `values` able to take one more, growing as a vector does; the old ones count while they are copied.
  template <typename T>
  [[nodiscard]] bool MakeRoomForOne(std::vector<T>& values) {
    if (values.size() < values.capacity()) return true;
    const size_t old_capacity = values.capacity();
    const size_t capacity = std::max<size_t>(64, 2 * old_capacity);
    if (!Take(capacity * sizeof(T))) return false;
    values.reserve(capacity);
    GiveBack(old_capacity * sizeof(T));
    return true;
  }

 private:
  Resize resize_;
  uint64_t held_bytes_ = 0;
  bool refused_ = false;
};

}  // namespace ringscope
