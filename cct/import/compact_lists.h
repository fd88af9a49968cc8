#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/samples.h"

namespace ringscope {

using CompactIntegers = WideningList<std::vector<int32_t>, std::vector<int64_t>>;

// Texts by index, stored one behind the other.
class TextList {
 public:
  void Add(std::string_view text) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
  }
  [[nodiscard]] size_t size() const { return ends_.size(); }
  [[nodiscard]] size_t size_bytes() const { return bytes_.size(); }
  // Empty beyond the end. Valid until the next Add().
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
