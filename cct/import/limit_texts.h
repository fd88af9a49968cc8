#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// The messages of errors of kind kLimit that several importers have.

[[nodiscard]] inline std::string TooMany(uint64_t most, std::string_view things) {
  return fmt::format("expected at most {} {}, found more", most, things);
}
[[nodiscard]] inline std::string TooDeep(uint64_t max_frames) {
  return fmt::format("expected stacks of at most {} frames, found a deeper one", max_frames);
}
// For stacks whose depth is told before their frames.
[[nodiscard]] inline std::string TooDeep(uint64_t max_frames, uint64_t frame_count) {
  return fmt::format("expected stacks of at most {} frames, found one of {}", max_frames, frame_count);
}
[[nodiscard]] inline std::string TooLongLine(uint64_t max_bytes, uint64_t line_bytes) {
  return fmt::format("expected lines of at most {} bytes, found one of {}", max_bytes, line_bytes);
}
[[nodiscard]] inline std::string TooLongNames(uint64_t max_bytes) {
  return fmt::format("the names take more than {} bytes", max_bytes);
}

}  // namespace ringscope
