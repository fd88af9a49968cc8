#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cct/tree/frame_table.h"

namespace ringscope {

// A function as people mean it: frames that differ only in kind (the same method interpreted, compiled,
// inlined) are one function. Its identity is name, module, file, line and column.
using FunctionId = uint32_t;
inline constexpr FunctionId kNoFunction = 0xffffffffu;

// Which function each frame of a table belongs to. Functions are numbered by their first frame. Immutable,
// thread-safe; independent of the table once built (4 bytes a frame plus a little over 4 a function).
class FunctionIndex {
 public:
  FunctionIndex() = default;
  // Expected O(frames + bytes of names).
  explicit FunctionIndex(const FrameTable& frames);

  [[nodiscard]] uint32_t function_count() const { return static_cast<uint32_t>(first_frame_.size()); }
  // O(1); kNoFunction for an id outside the table.
  [[nodiscard]] FunctionId FunctionOf(FrameId frame) const {
    return frame < function_.size() ? function_[frame] : kNoFunction;
  }
  // The frame that stands for the function. O(1).
  [[nodiscard]] FrameId FirstFrame(FunctionId function) const { return first_frame_[function]; }
  // Whether several frames are this function. O(1).
  [[nodiscard]] bool HasSeveralFrames(FunctionId function) const { return has_several_frames_[function]; }

 private:
  std::vector<FunctionId> function_;      // per frame
  std::vector<FrameId> first_frame_;      // per function
  std::vector<bool> has_several_frames_;  // per function
};

using FunctionIndexPtr = std::shared_ptr<const FunctionIndex>;

}  // namespace ringscope
