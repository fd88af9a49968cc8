#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/tree/frame_table.h"

namespace ringscope {

// Facts about the frames of a table, in vectors. Texts are numbers of the table's strings. A column by frame
// may be shorter than the table: the facts of the other frames are unknown.
struct OwnedFrameFacts {
  std::vector<FrameValueInfo> values;
  std::vector<std::vector<uint64_t>> amount;    // by value, by frame
  std::vector<std::vector<uint8_t>> certainty;  // of the same sizes
  std::vector<ClassId> frame_class;
  std::vector<CodeHash> code;
  std::vector<uint32_t> class_name, class_package;  // by class
  std::vector<ClassId> superclass;
  std::vector<uint8_t> class_kind;

  void SetValue(FrameId frame, uint32_t value, FrameAmount to);
  void SetClass(FrameId frame, ClassId to);
  void SetCode(FrameId frame, CodeHash to);
  // Extends non-empty columns to `frame_count`, as files need them.
  void PadTo(size_t frame_count);
  // `value` must exist. std::nullopt = unknown.
  [[nodiscard]] std::optional<FrameAmount> ValueOf(FrameId frame, uint32_t value) const;
  [[nodiscard]] ClassId ClassOf(FrameId frame) const {
    return frame < frame_class.size() ? frame_class[frame] : kNoClass;
  }
  [[nodiscard]] CodeHash CodeOf(FrameId frame) const {
    return frame < code.size() ? code[frame] : kUnknownCode;
  }

  // Whether there are no facts about frames and no classes.
  [[nodiscard]] bool empty() const {
    return values.empty() && frame_class.empty() && code.empty() && class_name.empty();
  }
};

// A frame table in vectors.
struct OwnedFrames {
  std::vector<uint32_t> name, module, file, line, column;
  std::vector<uint8_t> kind;
  std::vector<uint8_t> source_change;  // of the same size, or empty if all are unknown
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
  // Adds a frame; texts are numbers of strings.
  void Add(uint32_t its_name, uint32_t its_module, uint32_t its_file, uint32_t its_line, uint32_t its_column,
           uint8_t its_kind, SourceChange its_change = SourceChange::kUnknown, uint32_t its_call_line = 0) {
    if (its_change != SourceChange::kUnknown || !source_change.empty()) {
      source_change.resize(name.size());  // unknown for the earlier frames
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

// The rank of each frame among siblings with equal values: by name, module, file (in byte order, hence equal
// on every machine), line, column, kind, source change and call line. Expected O(frames log frames).
[[nodiscard]] std::vector<uint32_t> RankFrames(const OwnedFrames& frames);

// Renumbers the frames of contexts by first appearance and returns their table. Frames that no context has
// are left out with their texts and facts. Of the remaining facts the table has the values that any frame
// has, in their order, and all classes, because a tree merged with this one may need them: first those of the
// frames and their superclasses by first appearance, then the others by name and package. Circles of
// superclasses are cut as described at FrameClass. O(contexts + frames * values + classes log classes).
[[nodiscard]] OwnedFrames RenumberFrames(const OwnedFrames& frames, std::span<FrameId> of_contexts);

// Columns that borrow from the vectors.
[[nodiscard]] FrameFacts ViewFacts(const OwnedFrames& frames);
[[nodiscard]] FrameColumns ViewFrames(const OwnedFrames& frames);

}  // namespace ringscope
