#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ringscope {

// A list of integers that takes four bytes each as long as all of them fit, eight from then on.
class CompactIntegers {
 public:
  void Add(int64_t value) {
    const bool fits =
        value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max();
    if (wide_.empty() && fits) {
      narrow_.push_back(static_cast<int32_t>(value));
      return;
    }
    if (wide_.empty()) {
      wide_.assign(narrow_.begin(), narrow_.end());
      std::vector<int32_t>().swap(narrow_);
    }
    wide_.push_back(value);
  }
  void Clear() {
    narrow_.clear();
    wide_.clear();
  }

  [[nodiscard]] size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] int64_t operator[](size_t index) const {
    return wide_.empty() ? narrow_[index] : wide_[index];
  }

 private:
  std::vector<int32_t> narrow_;
  std::vector<int64_t> wide_;
};

}  // namespace ringscope
