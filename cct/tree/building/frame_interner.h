#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/building/index_table.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// Options of FrameInterner::JoinFacts().
struct FactJoin {
  std::string_view value_suffix = {};  // appended to the names of values
  bool with_values = true;
  bool with_codes = true;
  bool keeps_classes = false;  // facts of known classes, and known classes of frames, stay
};

// The distinct frames of a tree that is being built, with their distinct texts and facts (frame_table.h). Ids
// follow the order of first appearance.
class FrameInterner {
 public:
  // `max_string_bytes`: of all texts together.
  explicit FrameInterner(uint64_t max_string_bytes = UINT64_MAX);

  // The frame with exactly these fields; new texts are copied. Expected O(1).
  [[nodiscard]] FrameId Intern(const Frame& frame);
  // Adds all frames of a table and their facts. Returns the frames by their ids in the table; texts outside
  // the table's bytes are empty. Expected O(frames).
  [[nodiscard]] std::vector<FrameId> InternAll(const FrameTable& table);

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }
  // Borrows its texts until the next frame is interned.
  [[nodiscard]] Frame operator[](FrameId frame) const;

  // The class with this name and package; its superclass, an id that this function returned, and its kind are
  // joined with the known ones. Expected O(1).
  [[nodiscard]] ClassId InternClass(const FrameClass& of);
  [[nodiscard]] uint32_t class_count() const { return static_cast<uint32_t>(made_.facts.class_name.size()); }
  // The number of a value, new or known. Beyond kMaxFrameValues it returns the last one and status() has an
  // error.
  [[nodiscard]] uint32_t AddValue(const FrameValueInfo& value);
  [[nodiscard]] uint32_t value_count() const { return static_cast<uint32_t>(made_.facts.values.size()); }
  // These replace the known fact. Ids and numbers are ones that this object returned.
  void SetSuperclass(ClassId of, ClassId superclass) { made_.facts.superclass[of] = superclass; }
  void SetClass(FrameId frame, ClassId to) { made_.facts.SetClass(frame, to); }
  void SetCode(FrameId frame, CodeHash to) { made_.facts.SetCode(frame, to); }
  void SetValue(FrameId frame, uint32_t value, FrameAmount to) { made_.facts.SetValue(frame, value, to); }
  // Joins facts about other frames: their frame i is frames[i] here; facts of frames beyond `frames` are
  // ignored.
  void JoinFacts(const FrameFacts& other, std::span<const FrameId> frames, const FactJoin& how = {});
  // The facts known so far. Borrows until anything is added.
  [[nodiscard]] FrameFacts facts() const;

  // kLimit if a text did not fit and was replaced by an empty one, or if there are too many values.
  [[nodiscard]] Result<void> status() const;
  [[nodiscard]] OwnedFrames Take() &&;

 private:
  // A frame with the numbers of its strings. The fields lie side by side, as they are compared together.
  struct Key {
    uint32_t name, module, file, line, column, kind, source_change, call_line;
    friend bool operator==(const Key&, const Key&) = default;
  };
  [[nodiscard]] uint32_t InternText(std::string_view text);
  [[nodiscard]] FrameId InternKey(const Key& key);
  [[nodiscard]] ClassId InternClassTexts(std::string_view name, std::string_view package);
  // The first of two classes by name and package; kNoClass only if both are.
  [[nodiscard]] ClassId FirstOf(ClassId a, ClassId b) const;
  void JoinClasses(const FrameFacts& other, std::span<const FrameId> frames, bool keeps_known);

  uint64_t max_string_bytes_;
  bool is_over_limit_ = false;
  std::vector<Key> keys_;  // by FrameId
  OwnedFrames made_;       // strings and facts; Take() adds the frames
  IndexTable strings_;
  IndexTable frames_;
  std::unordered_map<uint64_t, ClassId> classes_;  // by the strings of name and package
  bool has_too_many_values_ = false;
};

}  // namespace ringscope
