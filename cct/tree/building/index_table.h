#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cct/base/system/large_array.h"

namespace ringscope {

// A hash table with open addressing from keys to 32-bit indices. The caller keeps the keys and compares them.
// A slot stores the upper half of its key's hash, which must be well mixed, so that keys, which lie far away
// in memory, are compared almost only if they are equal. Slots are in the order of these halves, except for
// collisions, so that a larger table is filled from front to back without reading a key. 8 bytes a slot, 11
// to 23 bytes an index.
class IndexTable {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Slot {
    uint32_t tag = 0;
    uint32_t index = kNone;
  };

  // The index that satisfies `equal`, or kNone.
  template <typename Equal>
  [[nodiscard]] uint32_t IndexOf(uint64_t hash, Equal equal) const {
    return slots_[PlaceOf(hash, equal)].index;
  }
  // The slot of that index, or the empty slot where it belongs.
  template <typename Equal>
  [[nodiscard]] Slot& Find(uint64_t hash, Equal equal) {
    return slots_[PlaceOf(hash, equal)];
  }
  // The slot where Find() begins to look.
  [[nodiscard]] const Slot& FirstOf(uint64_t hash) const { return slots_[FirstPlace(TagOf(hash))]; }

  // Fills the empty slot that Find() returned.
  void Fill(Slot& slot, uint64_t hash, uint32_t index) {
    slot = {TagOf(hash), index};
    if (++used_ >= RoomIn(slots_.size())) [[unlikely]]
      MoveTo(2 * slots_.size());
  }
  // Makes room for `more` indices at once: a table that grows step by step moves each index once or twice.
  void Reserve(size_t more) {
    size_t slots = slots_.size();
    while (used_ + more >= RoomIn(slots)) slots *= 2;
    if (slots > slots_.size()) MoveTo(slots);
  }
  // Adds an index whose key is new.
  void Add(uint64_t hash, uint32_t index) {
    Fill(slots_[PlaceOf(hash, [](uint32_t) { return false; })], hash, index);
  }

  // Forgets all indexes; keeps the room.
  void Clear() {
    std::fill(slots_.begin(), slots_.end(), Slot());
    used_ = 0;
  }

 private:
  static constexpr size_t kFirstSlots = 1024;
  static_assert(kFirstSlots == size_t{1} << 10);
  [[nodiscard]] static uint32_t TagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }
  // The tag scaled to the number of slots.
  [[nodiscard]] size_t FirstPlace(uint32_t tag) const { return (uint64_t{tag} * ((mask_ + 1) >> 10)) >> 22; }
  template <typename Equal>
  [[nodiscard]] size_t PlaceOf(uint64_t hash, Equal equal) const {
    const uint32_t tag = TagOf(hash);
    size_t at = FirstPlace(tag);
    while (slots_[at].index != kNone && (slots_[at].tag != tag || !equal(slots_[at].index)))
      at = (at + 1) & mask_;
    return at;
  }
  // The number of indices in a table of `slots` slots before it grows.
  [[nodiscard]] static size_t RoomIn(size_t slots) { return slots * 7 / 10; }
  // Not inlined, to leave the registers to the loops that fill slots.
  [[gnu::noinline]] void MoveTo(size_t slots) {
    LargeVector<Slot> old(slots);
    old.swap(slots_);
    mask_ = slots - 1;
    for (const Slot& moved : old) {
      if (moved.index == kNone) continue;
      size_t at = FirstPlace(moved.tag);
      while (slots_[at].index != kNone) at = (at + 1) & mask_;
      slots_[at] = moved;
    }
  }

  LargeVector<Slot> slots_ = LargeVector<Slot>(kFirstSlots);
  size_t mask_ = slots_.size() - 1;
  size_t used_ = 0;
};

}  // namespace ringscope
