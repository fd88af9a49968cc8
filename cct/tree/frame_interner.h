#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/index_table.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// The frames of a tree that is being made, each once, with their texts, each once. Ids are handed out in
// order of first sight.
class FrameInterner {
 public:
  // `max_string_bytes`: of all texts together.
  explicit FrameInterner(uint64_t max_string_bytes = UINT64_MAX);

  // The frame with exactly these fields; texts are copied when new. Expected O(1).
  [[nodiscard]] FrameId Intern(const Frame& frame);
  // The frames of a table, by their ids there; what lies outside of it counts as empty. Expected O(frames).
  [[nodiscard]] std::vector<FrameId> InternAll(const FrameTable& table);

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }
  // Borrows its texts until the next frame is interned.
  [[nodiscard]] Frame operator[](FrameId frame) const;

  // kLimit where a text had no room: it was taken for an empty one.
  [[nodiscard]] Result<void> status() const;
  [[nodiscard]] OwnedFrames Take() &&;

 private:
  // A frame by its strings' numbers: side by side, as all of it is compared together.
  struct Key {
    uint32_t name, module, file, line, column, kind, source_change;
    friend bool operator==(const Key&, const Key&) = default;
  };
  [[nodiscard]] uint32_t InternText(std::string_view text);
  [[nodiscard]] FrameId InternKey(const Key& key);
  [[nodiscard]] std::string_view TextOf(uint32_t string) const;

  uint64_t max_string_bytes_;
  bool is_over_limit_ = false;
  std::vector<Key> keys_;  // by FrameId
  std::vector<uint64_t> string_offset_{0};
  std::vector<uint8_t> string_bytes_;
  IndexTable strings_;
  IndexTable frames_;
};

}  // namespace ringscope
