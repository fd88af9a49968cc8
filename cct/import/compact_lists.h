#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
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

// Texts by their index, one behind the other in memory.
class TextList {
 public:
  void Add(std::string_view text) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
  }
  [[nodiscard]] size_t size() const { return ends_.size(); }
  [[nodiscard]] size_t size_bytes() const { return bytes_.size(); }
  // Empty beyond the end. Valid until the next one is added.
  [[nodiscard]] std::string_view operator[](size_t index) const {
    if (index >= ends_.size()) return {};
    const size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(bytes_).substr(begin, ends_[index] - begin);
  }

 private:
  std::string bytes_;
  std::vector<size_t> ends_;
};

}  // namespace ringscope
