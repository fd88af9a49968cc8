#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/enum_words.h"
#include "cct/names/qualified_name.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// A function as people mean it: frames that differ only in kind (the same method interpreted, compiled,
// inlined) are one function. Its identity is name, module, file, line and column.
using FunctionId = uint32_t;
inline constexpr FunctionId kNoFunction = 0xffffffffu;

// Maps each frame of a table to its function. Functions are numbered by their first frame. Immutable,
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

// The property by which frames are grouped. kThread: each thread and process by name; all other frames have
// no group, and their contexts belong to the thread in which they run.
enum class GroupBy : uint8_t { kFunction, kModule, kPackage, kClass, kFile, kKind, kThread };
inline constexpr auto kGroupByWords =
    WordsInOrder<GroupBy, 7>("function, module, package, class, file, kind, thread");

// Marks frames without a group, and frames outside the table.
inline constexpr uint32_t kNoGroup = 0xffffffffu;
// The name of the group of frames without module, file, ...
inline constexpr std::string_view kUnknownGroup = "(unknown)";

// Maps each frame of a table to its group. Groups are numbered by their first frame.
struct FrameGrouping {
  GroupBy by = GroupBy::kFunction;
  std::vector<uint32_t> group_of_frame;  // per frame
  std::vector<FrameId> first_frame;      // per group
  // Per group; kUnknownName for functions and threads without one, else kUnknownGroup.
  std::vector<std::string> name;
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(first_frame.size()); }
  [[nodiscard]] uint32_t GroupOf(FrameId frame) const {
    return frame < group_of_frame.size() ? group_of_frame[frame] : kNoGroup;
  }
};

// The text that all frames of one group have in common; empty for frames without module, file, ... Borrows
// from `frame`.
[[nodiscard]] std::string_view GroupKeyOf(const Frame& frame, GroupBy by);

// Threads and processes have no class and no package, even if their names look like it. Expected O(frames +
// bytes of names).
[[nodiscard]] FrameGrouping BuildFrameGrouping(const FrameTable& frames, const FunctionIndex& functions,
                                               GroupBy by);

// By name, in their order: 1 if the list has it several times, else 0. Expected O(names + their bytes).
[[nodiscard]] std::vector<uint8_t> SharedNames(const std::vector<std::string_view>& names);
// Likewise for the names of groups.
[[nodiscard]] std::vector<uint8_t> SharedNames(const FrameGrouping& grouping);

}  // namespace ringscope
