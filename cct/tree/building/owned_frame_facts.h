#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/tree/frame_facts.h"

namespace ringscope {

// Facts about the frames of a table, whose columns are vectors. Texts are strings of the table by their
// numbers. A column by frame may be shorter than there are frames: nothing is known of the others.
struct OwnedFrameFacts {
  std::vector<FrameValueInfo> values;
  std::vector<std::vector<uint64_t>> amount;    // by value, by frame
  std::vector<std::vector<uint8_t>> certainty;  // likewise, as many
  std::vector<ClassId> frame_class;
  std::vector<CodeHash> code;
  std::vector<uint32_t> class_name, class_package;  // by class
  std::vector<ClassId> superclass;
  std::vector<uint8_t> class_kind;

  void SetValue(FrameId frame, uint32_t value, FrameAmount to);
  void SetClass(FrameId frame, ClassId to);
  void SetCode(FrameId frame, CodeHash to);
  // Makes columns that say anything as long as there are frames, as files want them.
  void PadTo(size_t frame_count);
  // `value` is one. Nothing where it is unknown.
  [[nodiscard]] std::optional<FrameAmount> ValueOf(FrameId frame, uint32_t value) const;
  [[nodiscard]] ClassId ClassOf(FrameId frame) const {
    return frame < frame_class.size() ? frame_class[frame] : kNoClass;
  }
  [[nodiscard]] CodeHash CodeOf(FrameId frame) const {
    return frame < code.size() ? code[frame] : kUnknownCode;
  }

  // Whether nothing is known of any frame or class.
  [[nodiscard]] bool empty() const {
    return values.empty() && frame_class.empty() && code.empty() && class_name.empty();
  }
};

// The facts of the frames `chosen`, which have their places in it as numbers, in columns as long as it or
// empty: the values that any of them has, in order; all classes, as what one tree knows of a class another
// may need: those of the frames and their superclasses by first appearance, then the others by name and
// package; circles of superclasses are cut as FrameClass says. `text_of` gives a string of the table,
// `new_string` its number in the new one. O(frames * values + classes log classes).
[[nodiscard]] OwnedFrameFacts ChooseFacts(const OwnedFrameFacts& from, std::span<const FrameId> chosen,
                                          const std::function<std::string_view(uint32_t)>& text_of,
                                          const std::function<uint32_t(uint32_t)>& new_string);

// A view of facts, whose texts are those strings. Borrows from all three.
[[nodiscard]] FrameFacts ViewFacts(const OwnedFrameFacts& facts, std::span<const uint64_t> string_offset,
                                   std::span<const uint8_t> string_bytes);

}  // namespace ringscope
