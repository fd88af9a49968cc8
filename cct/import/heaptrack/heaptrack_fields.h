#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringscope {

// The numbers of a record: hexadecimal, set off by single blanks.
class HeaptrackFields {
 public:
  explicit HeaptrackFields(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  // Reads the next number. False at the end, and where there is none (see broken()).
  [[nodiscard]] bool Next(uint64_t& value);
  [[nodiscard]] bool broken() const { return broken_; }
  // What has not been read.
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<size_t>(end_ - at_)}; }

 private:
  const char* at_;
  const char* end_;
  bool broken_ = false;
};

}  // namespace ringscope
