#include "agents/native/code_table.h"

#include <sys/mman.h>

#include <new>

namespace ringscope {
namespace {

constexpr uint64_t kFirstSlots = 4096;

}  // namespace

CodeTable::Slots* CodeTable::NewSlots(uint64_t count) {
  // The head takes a cache line of its own in front.
  const uint64_t bytes = 64 + count * sizeof(Entry);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  auto* const slots = new (memory) Slots;
  slots->mask = count - 1;
  slots->entries = reinterpret_cast<Entry*>(static_cast<char*>(memory) + 64);
  return slots;
}

CodeTable::Entry& CodeTable::FreeEntry(Slots& slots, uintptr_t place) {
  uint64_t slot = Hash(place) & slots.mask;
  while (slots.entries[slot].place.load(std::memory_order_relaxed) != kFree) {
    slot = (slot + 1) & slots.mask;
  }
  return slots.entries[slot];
}

CodeTable::Entry* CodeTable::Insert(uintptr_t place, const Function& function) {
  Slots* slots = slots_.load(std::memory_order_relaxed);
  if (slots == nullptr || (used_ + 1) * 2 > slots->mask + 1) {
    Slots* const larger = NewSlots(slots == nullptr ? kFirstSlots : (slots->mask + 1) * 2);
    if (larger == nullptr) {
      return nullptr;
    }
    used_ = 0;
    for (uint64_t slot = 0; slots != nullptr && slot <= slots->mask; ++slot) {
      const Entry& entry = slots->entries[slot];
      const uintptr_t known = entry.place.load(std::memory_order_relaxed);
      if (known != kFree && known != kGone) {
        Entry& copy = FreeEntry(*larger, known);
        static_cast<Function&>(copy) = entry;
        copy.frame_bytes.store(entry.frame_bytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
        copy.place.store(known, std::memory_order_relaxed);
        ++used_;
      }
    }
    slots_.store(larger, std::memory_order_release);
    slots = larger;
  }
  ++used_;
  Entry& entry = FreeEntry(*slots, place);
  static_cast<Function&>(entry) = function;
  entry.place.store(place, std::memory_order_release);
  return &entry;
}

void CodeTable::Remove(uintptr_t begin, uintptr_t end) {
  Slots* const slots = slots_.load(std::memory_order_relaxed);
  for (uint64_t slot = 0; slots != nullptr && slot <= slots->mask; ++slot) {
    Entry& entry = slots->entries[slot];
    const uintptr_t place = entry.place.load(std::memory_order_relaxed);
    if ((place >= begin && place < end) ||
        (place > kGone && entry.function >= begin && entry.function < end)) {
      entry.place.store(kGone, std::memory_order_relaxed);
    }
  }
}

}  // namespace ringscope
