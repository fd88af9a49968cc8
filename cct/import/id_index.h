#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ringscope {

// Finds items by 64-bit ids that a file chose: a table where they are small, as most writers count, hashing
// where they are addresses or the like.
class IdIndex {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;

  // `ids` are those of items 0, 1, ... Of equal ids the first counts; calls repeated(item) for the others.
  template <typename Repeated>
  void Build(std::span<const uint64_t> ids, Repeated repeated) {
    dense_.clear();
    slots_.clear();
    if (const uint64_t largest = Largest(ids); IsDense(ids, largest))
      dense_.assign(largest + 1, kNone);
    else
      slots_.resize(SlotCount(ids));
    for (size_t item = 0; item < ids.size(); ++item) {
      const auto number = static_cast<uint32_t>(item);
      if (!dense_.empty() && dense_[ids[item]] == kNone) {
        dense_[ids[item]] = number;
      } else if (dense_.empty() && SlotOf(ids[item]).item == kNone) {
        SlotOf(ids[item]) = {ids[item], number};
      } else {
        repeated(item);
      }
    }
  }

  [[nodiscard]] uint32_t Find(uint64_t id) const {
    if (!dense_.empty()) return id < dense_.size() ? dense_[id] : kNone;
    if (slots_.empty()) return kNone;
    size_t at = Hash(id);
    while (slots_[at].item != kNone && slots_[at].id != id) at = (at + 1) & (slots_.size() - 1);
    return slots_[at].item;
  }

 private:
  struct Slot {
    uint64_t id = 0;
    uint32_t item = kNone;
  };
  [[nodiscard]] static uint64_t Largest(std::span<const uint64_t> ids) {
    return ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
  }
  [[nodiscard]] static bool IsDense(std::span<const uint64_t> ids, uint64_t largest) {
    return largest < ids.size() * 4 + 1024;
  }
  [[nodiscard]] static size_t SlotCount(std::span<const uint64_t> ids) {
    size_t count = 16;
    while (count < ids.size() * 2) count *= 2;
    return count;
  }
  [[nodiscard]] size_t Hash(uint64_t id) const {
    id *= 0x9e3779b97f4a7c15ull;
    return (id ^ (id >> 32)) & (slots_.size() - 1);
  }
  [[nodiscard]] Slot& SlotOf(uint64_t id) {
    size_t at = Hash(id);
    while (slots_[at].item != kNone && slots_[at].id != id) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

  std::vector<uint32_t> dense_;
  std::vector<Slot> slots_;  // a power of two, at most half full
};

}  // namespace ringscope
