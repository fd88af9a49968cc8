#pragma once

#include "agents/python/interpreter.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "cct/trace/trace_layout.h"

namespace ringscope {

// The values found out of functions, in the order of TraceFunctionCell::values.
enum FunctionValue : uint32_t { kReceivers, kReturnsSelf, kSameReturn, kFunctionValueCount };

// Slots by a key, in open addressing, at most half of them in use. A Slot has a `key`, 0 or null in a free
// slot, and a function HashOf(key). May throw std::bad_alloc.
template <typename Slot>
class SlotTable {
 public:
  using Key = decltype(Slot::key);

  [[nodiscard]] bool IsEmpty() const { return count_ == 0; }
  [[nodiscard]] uint32_t used() const { return used_; }
  // The slot of a key, or a free one. The table must not be empty.
  [[nodiscard]] Slot& SlotOf(Key key) const {
    uint32_t slot = Slot::HashOf(key) & (count_ - 1);
    while (slots_[slot].key != Key{} && slots_[slot].key != key) {
      slot = (slot + 1) & (count_ - 1);
    }
    return slots_[slot];
  }
  // Makes room for one more.
  void Reserve() {
    if (used_ * 2 < count_) {
      return;
    }
    const uint32_t old_count = count_;
    count_ = old_count == 0 ? 8 : old_count * 2;
    const std::unique_ptr<Slot[]> old_slots = std::exchange(slots_, std::make_unique<Slot[]>(count_));
    for (uint32_t slot = 0; slot < old_count; ++slot) {
      if (old_slots[slot].key != Key{}) {
        SlotOf(old_slots[slot].key) = old_slots[slot];
      }
    }
  }
  // Call after a free slot got its key.
  void CountUsed() { ++used_; }

 private:
  std::unique_ptr<Slot[]> slots_;
  uint32_t count_ = 0;  // a power of two, or 0
  uint32_t used_ = 0;
};

// The number of objects made at each address, by calls of __init__. An object's number is made of its address
// and its birth, so that the many short-lived objects that follow each other at one address are told apart.
// Objects without an __init__ in Python have no known birth. With the GIL held.
class Births {
 public:
  // The most addresses that are kept; births at others are unknown.
  static constexpr uint32_t kMostAddresses = uint32_t{1} << 20;

  // Call when __init__ is called on an object.
  void Add(const PyObject* object);

  struct Identity {
    uint64_t number;
    bool is_sure;  // its birth was seen
  };
  [[nodiscard]] Identity Of(const PyObject* object) const {
    // An object of another class than the one made here last came without __init__: its birth is unknown.
    const Slot* slot = slots_.IsEmpty() ? nullptr : &slots_.SlotOf(object);
    const uint32_t births = slot == nullptr || slot->type != Py_TYPE(object) ? 0 : slot->births;
    const uint64_t number = Mix(reinterpret_cast<uintptr_t>(object) + Mix(births));
    return {.number = number == 0 ? 1 : number, .is_sure = births != 0};
  }
  // The identity of a class, which programs do not make and forget in passing.
  [[nodiscard]] static Identity OfLasting(const PyObject* object) {
    return {.number = Mix(reinterpret_cast<uintptr_t>(object)) | 1, .is_sure = true};
  }

 private:
  static uint64_t Mix(uint64_t number) {
    number = (number ^ number >> 31) * 0x9E3779B97F4A7C15u;
    return number ^ number >> 29;
  }
  struct Slot {
    const PyObject* key;
    const PyTypeObject* type;  // of the object made there last
    uint32_t births;
    static uint32_t HashOf(const PyObject* object) {
      return static_cast<uint32_t>(Mix(reinterpret_cast<uintptr_t>(object)));
    }
  };

  SlotTable<Slot> slots_;
};

// The receivers of one function: the values of its first argument, `self`; and the values it returned to
// them. Updates the function's cell as it finds them out. With the GIL held. May throw std::bad_alloc.
class Receivers {
 public:
  // The most receivers that are counted, 16 bytes each; beyond that the count means "at least", and whether
  // returns vary is known only from calls before.
  static constexpr uint32_t kMostCounted = 4096;

  // Borrows `cell`, which outlives it.
  explicit Receivers(TraceFunctionCell* cell);

  // Whether the most receivers are counted: then it only finds out returns of self.
  [[nodiscard]] bool IsFull() const { return slots_.used() == kMostCounted; }
  // Only if it is not full.
  void OnCall(Births::Identity receiver) {
    if (receiver.number != last_number_ || !receiver.is_sure) {
      Count(receiver);
    }
  }
  // A call of `receiver_object` returns `value`; `receiver` is the argument of OnCall(), or empty.
  void OnReturn(Births::Identity receiver, const PyObject* receiver_object, PyObject* value) {
    if (value == receiver_object) {
      Set(kReturnsSelf, ++returns_self_);
    }
    if (!has_varied_ && receiver.number != 0) {
      Compare(receiver, value);
    }
  }
  // Begins anew, in the child of a fork.
  void Restart();

 private:
  struct Slot {
    uint64_t key;       // the number of a receiver
    uint64_t returned;  // mark of the value returned to it last; 0: none yet
    static uint32_t HashOf(uint64_t number) { return static_cast<uint32_t>(number); }
  };
  void Count(Births::Identity receiver);
  void Compare(Births::Identity receiver, PyObject* value);
  void Set(FunctionValue value, uint64_t amount) {
    std::atomic_ref(cell_->values[value]).store(amount, std::memory_order_relaxed);
  }

  TraceFunctionCell* cell_;
  SlotTable<Slot> slots_;
  uint64_t last_number_ = 0;  // of a receiver that is counted
  uint64_t returns_self_ = 0;
  bool has_returned_value_ = false;  // other than None
  bool has_varied_ = false;          // two different values for one receiver
};

}  // namespace ringscope
