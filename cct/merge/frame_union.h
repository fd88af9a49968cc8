#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// The frames of several trees, each once. Borrows the texts of the tables that were added, which outlive it.
class FrameUnion {
 public:
  // `max_string_bytes`: of all texts together.
  explicit FrameUnion(uint64_t max_string_bytes) : max_string_bytes_(max_string_bytes) {}

  // The frames of a tree as those of the union, by their ids in `table`. Expected O(frames). Errors: kLimit.
  [[nodiscard]] Result<std::vector<FrameId>> Add(const FrameTable& table);

  [[nodiscard]] const OwnedFrames& frames() const { return frames_; }
  [[nodiscard]] OwnedFrames Take() && { return std::move(frames_); }

 private:
  using Key = std::array<uint32_t, 6>;
  struct HashKey {
    size_t operator()(const Key& key) const;
  };
  struct HashText {
    size_t operator()(std::string_view text) const;
  };
  [[nodiscard]] uint32_t StringOf(std::string_view text);

  uint64_t max_string_bytes_;
  OwnedFrames frames_;
  std::unordered_map<std::string_view, uint32_t, HashText> strings_;
  std::unordered_map<Key, FrameId, HashKey> ids_;
};

}  // namespace ringscope
