#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/tree/frame_table.h"

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

// A frame table whose columns are vectors.
struct OwnedFrames {
  std::vector<uint32_t> name, module, file, line, column;
  std::vector<uint8_t> kind;
  std::vector<uint8_t> source_change;  // as many, or none where all are unknown
  std::vector<uint32_t> call_line;     // likewise
  std::vector<uint64_t> string_offset{0};
  std::vector<uint8_t> string_bytes;
  OwnedFrameFacts facts;

  // Adds a string and returns its number.
  uint32_t AddString(std::string_view text) {
    string_bytes.insert(string_bytes.end(), text.begin(), text.end());
    string_offset.push_back(string_bytes.size());
    return static_cast<uint32_t>(string_offset.size() - 2);
  }
  [[nodiscard]] std::string_view TextOf(uint32_t string) const {
    return {reinterpret_cast<const char*>(string_bytes.data()) + string_offset[string],
            string_offset[string + size_t{1}] - string_offset[string]};
  }
  [[nodiscard]] SourceChange ChangeOf(FrameId frame) const {
    return source_change.empty() ? SourceChange::kUnknown : static_cast<SourceChange>(source_change[frame]);
  }
  [[nodiscard]] uint32_t CallLineOf(FrameId frame) const { return call_line.empty() ? 0 : call_line[frame]; }
  // Adds a frame, whose texts are strings by their numbers.
  void Add(uint32_t its_name, uint32_t its_module, uint32_t its_file, uint32_t its_line, uint32_t its_column,
           uint8_t its_kind, SourceChange its_change = SourceChange::kUnknown, uint32_t its_call_line = 0) {
    if (its_change != SourceChange::kUnknown || !source_change.empty()) {
      source_change.resize(name.size());  // of those before: unknown
      source_change.push_back(static_cast<uint8_t>(its_change));
    }
    if (its_call_line != 0 || !call_line.empty()) {
      call_line.resize(name.size());
      call_line.push_back(its_call_line);
    }
    name.push_back(its_name);
    module.push_back(its_module);
    file.push_back(its_file);
    line.push_back(its_line);
    column.push_back(its_column);
    kind.push_back(its_kind);
  }
};

// Where each frame stands in the order of siblings with equal values: by name, module, file, line, column and
// kind, in byte order, hence equal everywhere. Expected O(frames log frames).
[[nodiscard]] std::vector<uint32_t> RankFrames(const OwnedFrames& frames);

// Gives the frames of contexts new numbers, by first appearance among them, and returns the table of these:
// frames and texts that none of them has are left out, and so are the facts of such frames. Of the others the
// table has the values that any frame has, in order, and all classes, as what one tree knows of a class
// another may need: those of the frames and their superclasses by first appearance, then the others by name
// and package; circles of superclasses are cut as FrameClass says. O(contexts + frames * values + classes log
// classes).
[[nodiscard]] OwnedFrames RenumberFrames(const OwnedFrames& frames, std::span<FrameId> of_contexts);

// The columns of frames that are vectors, and of their facts. Borrow from them.
[[nodiscard]] FrameFacts ViewFacts(const OwnedFrames& frames);
[[nodiscard]] FrameColumns ViewFrames(const OwnedFrames& frames);

}  // namespace ringscope
