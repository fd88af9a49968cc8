#pragma once

#include <atomic>
#include <cstdint>

namespace ringscope {

// The places in a program's code that tell a hook of a call: where the hook returns to, and the function that
// it is told of. A function has one at its entry, and one in each function that it was inlined into. A table
// that all threads read without a lock, as each call asks it. Its memory comes from mmap(). What it outgrew
// stays, as threads may still be reading it: at most as much again.
class CodeTable {
 public:
  struct Function {
    uintptr_t function = 0;    // its address
    uint32_t id = 0;           // of the function
    bool is_inlined = false;   // the place is in another function, or nobody knows
    bool is_left_out = false;  // the function is: its calls are not for the recorder
  };
  struct Entry : Function {
    std::atomic<uintptr_t> place = 0;  // kFree, kGone, or an address
    // From the hook's frame to that of the function that the place is in; see CallStack. 0: not known.
    std::atomic<uint32_t> frame_bytes = 0;
  };

  // Null where it is not known yet. A few ns.
  [[nodiscard]] Entry* Find(uintptr_t place, uintptr_t function) const {
    const Slots* const slots = slots_.load(std::memory_order_acquire);
    if (slots == nullptr) [[unlikely]] {
      return nullptr;
    }
    for (uint64_t slot = Hash(place) & slots->mask;; slot = (slot + 1) & slots->mask) {
      Entry& entry = slots->entries[slot];
      const uintptr_t found = entry.place.load(std::memory_order_acquire);
      if (found == place && entry.function == function) [[likely]] {
        return &entry;
      }
      if (found == kFree) {
        return nullptr;
      }
    }
  }

  // What is not there yet. One thread at a time. Null without memory. With the address of a function that is
  // left out for the place: the function itself, wherever it tells of a return.
  Entry* Insert(uintptr_t place, const Function& function);
  [[nodiscard]] bool IsLeftOut(uintptr_t function) const {
    const Entry* const entry = Find(function, function);
    return entry != nullptr && entry->is_left_out;
  }
  // Forgets what lies in [begin, end): other code may come to lie there. One thread at a time.
  void Remove(uintptr_t begin, uintptr_t end);

 private:
  static constexpr uintptr_t kFree = 0;
  static constexpr uintptr_t kGone = 1;
  struct Slots {
    uint64_t mask = 0;
    Entry* entries = nullptr;
  };
  [[nodiscard]] static uint64_t Hash(uintptr_t place) { return place * 0x9E3779B97F4A7C15u >> 32; }
  [[nodiscard]] static Slots* NewSlots(uint64_t count);
  // A free one for that place.
  [[nodiscard]] static Entry& FreeEntry(Slots& slots, uintptr_t place);

  std::atomic<Slots*> slots_ = nullptr;
  uint64_t used_ = 0;  // slots that are not free
};

}  // namespace ringscope
