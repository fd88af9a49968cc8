#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// Messages of kLimit errors that several importers share.

[[nodiscard]] inline std::string TooMany(uint64_t most, std::string_view things) {
  return fmt::format("expected at most {} {}, found more", most, things);
}
[[nodiscard]] inline std::string TooDeep(uint64_t max_frames) {
  return fmt::format("expected stacks of at most {} frames, found a deeper one", max_frames);
}
// For stacks whose depth comes before their frames.
[[nodiscard]] inline std::string TooDeep(uint64_t max_frames, uint64_t frame_count) {
  return fmt::format("expected stacks of at most {} frames, found one of {}", max_frames, frame_count);
}
[[nodiscard]] inline std::string TooLongLine(uint64_t max_bytes, uint64_t line_bytes) {
  return fmt::format("expected lines of at most {} bytes, found one of {}", max_bytes, line_bytes);
}
[[nodiscard]] inline std::string TooLongNames(uint64_t max_bytes) {
  return fmt::format("the names take more than {} bytes", max_bytes);
}

// Bounds the frames that the samples of a small file expand to. If a byte of a stack names a place in the
// code, and that place lists inlined functions, a hundred kilobytes could be a hundred million calls.
class ExpansionLimit {
 public:
  // `input_bytes` is the inflated size of the input.
  explicit ExpansionLimit(uint64_t input_bytes) : most_(kLeast + input_bytes * kFramesPerByte) {}

  // Call before the frames of stacks go into a tree. Error: kLimit, too many frames.
  [[nodiscard]] Result<void> Add(uint64_t frames) {
    count_ += frames;
    if (count_ <= most_) return {};
    return Fail(ErrorCode::kLimit,
                "the stacks of this small file are longer than those of any program: its code locations "
                "have too many inlined functions");
  }

 private:
  // Real profiles have fewer than ten.
  static constexpr uint64_t kFramesPerByte = 64;
  static constexpr uint64_t kLeast = uint64_t{1} << 22;

  uint64_t most_;
  uint64_t count_ = 0;
};

}  // namespace ringscope
