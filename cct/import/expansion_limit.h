#pragma once

#include <cstdint>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// Bounds what the samples of a small file may stand for. Where a byte of a stack names a place in the code,
// and such a place tells a list of functions that were inlined there, a hundred kilobytes could be a hundred
// million calls.
class ExpansionLimit {
 public:
  // Of an input of so many bytes, once inflated.
  explicit ExpansionLimit(uint64_t input_bytes) : most_(kLeast + input_bytes * kFramesPerByte) {}

  // Before the frames of stacks are put into a tree. kLimit where they are too many.
  [[nodiscard]] Result<void> Add(uint64_t frames) {
    count_ += frames;
    if (count_ <= most_) return {};
    return Fail(ErrorCode::kLimit,
                "the stacks of this small file are longer than any program's: its places in the "
                "code tell too many inlined functions");
  }

 private:
  // Real profiles have less than ten.
  static constexpr uint64_t kFramesPerByte = 64;
  static constexpr uint64_t kLeast = uint64_t{1} << 22;

  uint64_t most_;
  uint64_t count_ = 0;
};

}  // namespace ringscope
