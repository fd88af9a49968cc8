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

// Which facts of frames are joined, and how.
struct FactJoin {
  std::string_view value_suffix = {};  // what names of values get
  bool with_values = true;
  bool with_codes = true;
  bool keeps_classes =
      false;  // what is known of a class, and the class of a frame that has one, stays as it is
};

// The frames of a tree that is being made, each once, with their texts, each once, and what is known of them
// (frame_table.h). Ids are handed out in order of first sight.
class FrameInterner {
 public:
  // `max_string_bytes`: of all texts together.
  explicit FrameInterner(uint64_t max_string_bytes = UINT64_MAX);

  // The frame with exactly these fields; texts are copied when new. Expected O(1).
  [[nodiscard]] FrameId Intern(const Frame& frame);
  // The frames of a table, by their ids there, with their facts; what lies outside of it counts as empty.
  // Expected O(frames).
  [[nodiscard]] std::vector<FrameId> InternAll(const FrameTable& table);

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }
  // Borrows its texts until the next frame is interned.
  [[nodiscard]] Frame operator[](FrameId frame) const;

  // The class with this name and package; its superclass, which is one of those that this returned, and its
  // kind are joined with what is known. Expected O(1).
  [[nodiscard]] ClassId InternClass(const FrameClass& of);
  [[nodiscard]] uint32_t class_count() const { return static_cast<uint32_t>(made_.facts.class_name.size()); }
  // The number of a value, new or known; beyond kMaxFrameValues status() says so and the last one is
  // returned.
  [[nodiscard]] uint32_t AddValue(const FrameValueInfo& value);
  [[nodiscard]] uint32_t value_count() const { return static_cast<uint32_t>(made_.facts.values.size()); }
  // Replace what was said before. Ids and numbers are ones that were returned.
  void SetSuperclass(ClassId of, ClassId superclass) { made_.facts.superclass[of] = superclass; }
  void SetClass(FrameId frame, ClassId to) { made_.facts.SetClass(frame, to); }
  void SetCode(FrameId frame, CodeHash to) { made_.facts.SetCode(frame, to); }
  void SetValue(FrameId frame, uint32_t value, FrameAmount to) { made_.facts.SetValue(frame, value, to); }
  // Joins facts about other frames, of which frame i is frames[i] here; those outside of `frames` count
  // nothing.
  void JoinFacts(const FrameFacts& other, std::span<const FrameId> frames, const FactJoin& how = {});
  // What is known so far. Borrows until anything is added.
  [[nodiscard]] FrameFacts facts() const;

  // kLimit where a text had no room, so that it was taken for an empty one, or there are too many values.
  [[nodiscard]] Result<void> status() const;
  [[nodiscard]] OwnedFrames Take() &&;

 private:
  // A frame by its strings' numbers: side by side, as all of it is compared together.
  struct Key {
    uint32_t name, module, file, line, column, kind, source_change, call_line;
    friend bool operator==(const Key&, const Key&) = default;
  };
  [[nodiscard]] uint32_t InternText(std::string_view text);
  [[nodiscard]] FrameId InternKey(const Key& key);
  [[nodiscard]] ClassId InternClassTexts(std::string_view name, std::string_view package);
  // Which of two classes counts where only one can.
  [[nodiscard]] ClassId FirstOf(ClassId a, ClassId b) const;
  void JoinClasses(const FrameFacts& other, std::span<const FrameId> frames, bool keeps_known);

  uint64_t max_string_bytes_;
  bool is_over_limit_ = false;
  std::vector<Key> keys_;  // by FrameId
  OwnedFrames made_;       // strings and facts; frames once they are taken
  IndexTable strings_;
  IndexTable frames_;
  std::unordered_map<uint64_t, ClassId> classes_;  // by the strings of name and package
  bool has_too_many_values_ = false;
};

}  // namespace ringscope
