#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "cct/base/text/ascii.h"

namespace ringscope {

// Walks over the lines of a text, blanks at their ends taken off.
class TrimmedLines {
 public:
  // `offset_bytes` is that of the text in the input.
  explicit TrimmedLines(std::string_view text, uint64_t offset_bytes = 0)
      : rest_(text), next_offset_(offset_bytes) {}

  // False behind the last line.
  bool Next() {
    if (rest_.empty()) return false;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = Trimmed(rest_.substr(0, end));
    offset_ = next_offset_;
    const size_t taken = std::min(end + 1, rest_.size());
    rest_.remove_prefix(taken);
    next_offset_ += taken;
    return true;
  }

  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] uint64_t offset() const { return offset_; }  // where the line begins
  // What follows the line, and where.
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] uint64_t rest_offset() const { return next_offset_; }

 private:
  std::string_view rest_, line_;
  uint64_t next_offset_, offset_ = 0;
};

}  // namespace ringscope
