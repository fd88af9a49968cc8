#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope {

// FNV-1a of a text, continuing `hash`.
[[nodiscard]] constexpr uint64_t HashOfText(std::string_view text, uint64_t hash = 0xcbf29ce484222325u) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return hash;
}

// Finds cells of a trace memory by a hash of 32 bits, in a table outside the trace memory: open addressing, 8
// bytes a slot, at most half of the slots in use. Its memory comes from mmap(), as malloc() may be what is
// recorded. One thread at a time.
class CellTable {
 public:
  constexpr CellTable() = default;
  CellTable(const CellTable&) = delete;
  CellTable& operator=(const CellTable&) = delete;
  ~CellTable() { Clear(); }

  // The hash of a pair of numbers.
  static uint32_t Hash(uint64_t a, uint64_t b) {
    const uint64_t mixed = (a * 0x9E3779B97F4A7C15u ^ (a >> 29)) + b * 0xC2B2AE3D27D4EB4Fu;
    return static_cast<uint32_t>((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9u >> 32);
  }

  // The first cell of that hash for which is_it(cell) holds, or 0. O(1) as a rule.
  template <typename IsIt>
  [[nodiscard]] uint32_t Find(uint32_t hash, const IsIt& is_it) const {
    if (slot_count_ == 0) {
      return 0;
    }
    for (uint32_t slot = hash & (slot_count_ - 1);; slot = (slot + 1) & (slot_count_ - 1)) {
      const Slot& found = slots_[slot];
      if (found.cell == 0 || (found.hash == hash && is_it(found.cell))) {
        return found.cell;
      }
    }
  }

  // Makes room for `count` more cells, doubling the slots if they run out; false without memory, and then
  // nothing has changed.
  [[nodiscard]] bool Reserve(uint32_t count);
  // Adds a cell that is not in the table, after Reserve(). `cell` is not 0.
  void Insert(uint32_t hash, uint32_t cell);
  // Removes all cells and gives the memory back.
  void Clear();

 private:
  struct Slot {
    uint32_t hash;
    uint32_t cell;  // 0: free
  };
  Slot* slots_ = nullptr;
  uint32_t slot_count_ = 0;  // a power of two, or 0
  uint32_t used_ = 0;
};

}  // namespace ringscope
