#include "agents/common/cell_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

namespace ringscope {
namespace {

constexpr uint32_t kFirstSlots = 512;  // a page
constexpr uint32_t kMostSlots = uint32_t{1} << 31;

}  // namespace

bool CellTable::Reserve(uint32_t count) {
  const uint64_t wanted = (uint64_t{used_} + count) * 2;
  if (wanted <= slot_count_) {
    return true;
  }
  if (wanted > kMostSlots) {
    return false;
  }
  const uint32_t new_count = std::max(kFirstSlots, std::bit_ceil(static_cast<uint32_t>(wanted)));
  void* memory =
      mmap(nullptr, sizeof(Slot) * new_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  Slot* const old_slots = slots_;
  const uint32_t old_count = slot_count_;
  slots_ = static_cast<Slot*>(memory);
  slot_count_ = new_count;
  used_ = 0;
  for (uint32_t slot = 0; slot < old_count; ++slot) {
    if (old_slots[slot].cell != 0) {
      Insert(old_slots[slot].hash, old_slots[slot].cell);
    }
  }
  if (old_slots != nullptr) {
    munmap(old_slots, sizeof(Slot) * old_count);
  }
  return true;
}

void CellTable::Insert(uint32_t hash, uint32_t cell) {
  uint32_t slot = hash & (slot_count_ - 1);
  while (slots_[slot].cell != 0) {
    slot = (slot + 1) & (slot_count_ - 1);
  }
  slots_[slot] = {.hash = hash, .cell = cell};
  ++used_;
}

void CellTable::Clear() {
  if (slots_ != nullptr) {
    munmap(slots_, sizeof(Slot) * slot_count_);
  }
  slots_ = nullptr;
  slot_count_ = 0;
  used_ = 0;
}

}  // namespace ringscope
