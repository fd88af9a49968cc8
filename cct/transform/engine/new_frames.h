#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/result.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// The frames of a tree that is being made from another: the old ones, equal ones as one, and any that are
// added. Ids are those of `table()`; the old tree's ids stay what they are.
class NewFrames {
 public:
  // Copies the table. Errors: kMalformed where the strings of a damaged file contradict themselves.
  [[nodiscard]] static Result<NewFrames> From(const FrameTable& frames, const FunctionIndex& functions);

  // Entries of per-frame maps: the old frames and, last, one for ids outside of the old table.
  [[nodiscard]] size_t old_count() const { return identity_.size(); }
  // Per old frame the first frame with equal fields.
  [[nodiscard]] const std::vector<FrameId>& identity() const { return identity_; }
  // Per old frame its function; frames outside of the table are one more function.
  [[nodiscard]] const std::vector<FunctionId>& function() const { return function_; }
  [[nodiscard]] uint32_t function_count() const { return function_count_; }

  // The id of a frame with these fields, one of the old ones where it is there. Expected O(frames) the first
  // time, O(1) then.
  [[nodiscard]] FrameId Add(const Frame& frame);
  [[nodiscard]] Frame operator[](FrameId frame) const;

  [[nodiscard]] const OwnedFrames& table() const { return table_; }
  [[nodiscard]] OwnedFrames TakeTable() && { return std::move(table_); }

 private:
  struct FrameHash {
    size_t operator()(const Frame& frame) const;
  };
  [[nodiscard]] uint32_t AddString(std::string_view text);
  [[nodiscard]] FrameId Append(const Frame& frame);

  OwnedFrames table_;
  std::vector<FrameId> identity_;
  std::vector<FunctionId> function_;
  uint32_t function_count_ = 0;
  // By hash, as the texts move while the table grows. Filled by the first Add().
  std::unordered_multimap<size_t, FrameId> frame_of_hash_;
  std::unordered_multimap<size_t, uint32_t> string_of_hash_;
};

}  // namespace ringscope
