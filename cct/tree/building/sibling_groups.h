#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/check.h"
#include "cct/tree/building/level_order.h"

namespace ringscope {

// Collects the callees of one new context, puts equal frames together and brings them into the order of
// siblings. One object serves one caller after the other. A slot a frame says which group the frame has. A
// slot is valid where it has the number of the present caller, so nothing is cleared in between. An item is
// whatever the user wants back. Memory: 12 bytes a frame, and the callees of the caller with the most.
template <typename Item>
class SiblingGroups {
 public:
  // Members of one new context.
  struct Group {
    uint64_t value = 0;  // sum of its members' values
    FrameId frame = 0;
    uint32_t begin = 0;
    uint32_t end = 0;
    [[nodiscard]] uint32_t size() const { return end - begin; }
  };

  explicit SiblingGroups(const OwnedFrames& frames)
      : rank_(RankFrames(frames)), slot_of_frame_(frames.name.size(), 0) {}

  // Frames are those of the next caller.
  void BeginCaller() {
    // The slots of former callers may only be mistaken for new ones when the number comes round.
    if (++caller_ == 0) {
      std::fill(slot_of_frame_.begin(), slot_of_frame_.end(), 0);
      caller_ = 1;
    }
  }
  // Without adding anything: whether a callee of the caller with this frame is met for the first time.
  [[nodiscard]] bool IsFirst(FrameId frame) {
    uint64_t& slot = slot_of_frame_[frame];
    const bool is_first = slot >> 32 != caller_;
    slot = uint64_t{caller_} << 32;
    return is_first;
  }
  // Of a frame among those of siblings with equal values.
  [[nodiscard]] uint32_t RankOf(FrameId frame) const { return rank_[frame]; }

  // Begins the next caller, of which nothing has been added.
  void Clear() {
    BeginCaller();
    groups_.clear();
    items_.clear();
    group_of_item_.clear();
  }

  // Values are added up modulo 2^64.
  void Add(const Item& item, FrameId frame, uint64_t value) {
    RINGSCOPE_DCHECK(frame < slot_of_frame_.size());
    uint64_t& slot = slot_of_frame_[frame];
    auto group = static_cast<uint32_t>(slot);
    if (slot >> 32 != caller_) {
      group = static_cast<uint32_t>(groups_.size());
      slot = uint64_t{caller_} << 32 | group;
      groups_.push_back({value, frame, 0, 1});
    } else {
      groups_[group].value += value;
      ++groups_[group].end;  // a count until Sort()
    }
    items_.push_back(item);
    group_of_item_.push_back(group);
  }

  void Sort() {
    uint32_t position = 0;
    if (items_.size() == groups_.size()) {
      for (Group& group : groups_) {
        group.begin = position;
        group.end = ++position;
      }
    } else {
      for (Group& group : groups_) {
        const uint32_t count = group.end;
        group.begin = group.end = position;  // `end` moves on as members arrive
        position += count;
      }
      grouped_.resize(items_.size());
      for (size_t k = 0; k < items_.size(); ++k) grouped_[groups_[group_of_item_[k]].end++] = items_[k];
      std::swap(items_, grouped_);
    }
    const auto before = [this](const Group& a, const Group& b) {
      if (a.value != b.value) return a.value > b.value;
      return rank_[a.frame] < rank_[b.frame];
    };
    // Mostly they come in this order, as they stand so in the old tree.
    if (!std::is_sorted(groups_.begin(), groups_.end(), before))
      std::sort(groups_.begin(), groups_.end(), before);
  }

  [[nodiscard]] std::span<const Group> groups() const { return groups_; }
  [[nodiscard]] std::span<const Item> MembersOf(const Group& group) const {
    return std::span(items_).subspan(group.begin, group.size());
  }

 private:
  const std::vector<uint32_t> rank_;     // per frame
  std::vector<uint64_t> slot_of_frame_;  // caller << 32 | group
  uint32_t caller_ = 0;
  std::vector<Group> groups_;
  std::vector<Item> items_;
  std::vector<uint32_t> group_of_item_;
  std::vector<Item> grouped_;
};

}  // namespace ringscope
