#include "agents/python/receivers.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ringscope {
namespace {

constexpr uint32_t kFirstSlots = 8;
// Texts and bytes up to this length are compared by value.
constexpr Py_ssize_t kLongestCompared = 256;

// A mark of a returned value, never 0: plain values with equal marks are equal. Of other objects it is that
// of the one object; one that nobody but the caller has is as new as its receiver's next one, and gets a mark
// of its own each time.
uint64_t MarkOf(PyObject* value) {
  static constinit uint64_t new_objects = 0;
  uint64_t mark = 0;
  if (PyLong_CheckExact(value) || PyFloat_CheckExact(value) ||
      (PyUnicode_CheckExact(value) && PyUnicode_GET_LENGTH(value) <= kLongestCompared) ||
      (PyBytes_CheckExact(value) && PyBytes_GET_SIZE(value) <= kLongestCompared)) {
    mark = static_cast<uint64_t>(PyObject_Hash(value)) + reinterpret_cast<uintptr_t>(Py_TYPE(value));
  } else if (Py_REFCNT(value) <= 1) {
    mark = ++new_objects << 1 | 1;  // addresses are even
  } else {
    mark = reinterpret_cast<uintptr_t>(value);
  }
  return mark == 0 ? 1 : mark;
}

}  // namespace

void Births::Add(const PyObject* object) {
  if (used_ * 2 >= slot_count_ && used_ < kMostAddresses) {
    Grow();
  }
  Slot& slot = SlotOf(object);
  if (slot.object != nullptr) {
    ++slot.births;
    slot.type = Py_TYPE(object);
  } else if (used_ < kMostAddresses) {
    slot = {.object = object, .type = Py_TYPE(object), .births = 1};
    ++used_;
  }
}

void Births::Grow() {
  const uint32_t old_count = slot_count_;
  const uint32_t new_count = std::max(kFirstSlots, old_count * 2);
  const std::unique_ptr<Slot[]> old_slots = std::exchange(slots_, std::make_unique<Slot[]>(new_count));
  slot_count_ = new_count;
  for (uint32_t slot = 0; slot < old_count; ++slot) {
    if (old_slots[slot].object != nullptr) {
      SlotOf(old_slots[slot].object) = old_slots[slot];
    }
  }
}

Receivers::Receivers(TraceFunctionCell* cell) : cell_(cell) {
  cell_->known = 1u << kReceivers | 1u << kReturnsSelf | 1u << kSameReturn;
}

Receivers::Slot& Receivers::SlotOf(uint64_t number) {
  uint32_t slot = static_cast<uint32_t>(number) & (slot_count_ - 1);
  while (slots_[slot].number != 0 && slots_[slot].number != number) {
    slot = (slot + 1) & (slot_count_ - 1);
  }
  return slots_[slot];
}

void Receivers::Grow() {
  const uint32_t old_count = slot_count_;
  const uint32_t new_count = std::max(kFirstSlots, old_count * 2);
  const std::unique_ptr<Slot[]> old_slots = std::exchange(slots_, std::make_unique<Slot[]>(new_count));
  slot_count_ = new_count;
  for (uint32_t slot = 0; slot < old_count; ++slot) {
    if (old_slots[slot].number != 0) {
      SlotOf(old_slots[slot].number) = old_slots[slot];
    }
  }
}

void Receivers::Count(Births::Identity receiver) {
  if (!receiver.is_sure) {
    cell_->at_least |= 1u << kReceivers;
    if (receiver.number == last_number_) {
      return;
    }
  }
  if (used_ * 2 >= slot_count_) {
    Grow();
  }
  Slot& slot = SlotOf(receiver.number);
  if (slot.number == 0) {
    slot.number = receiver.number;
    Set(kReceivers, ++used_);
    if (IsFull()) {
      cell_->at_least |= 1u << kReceivers;
    }
  }
  last_number_ = receiver.number;
}

void Receivers::Compare(Births::Identity receiver, PyObject* value) {
  Slot* slot = slot_count_ == 0 ? nullptr : &SlotOf(receiver.number);
  if (slot == nullptr || slot->number == 0) {
    return;
  }
  const uint64_t mark = MarkOf(value);
  has_returned_value_ |= value != Py_None;
  has_varied_ = slot->returned != 0 && slot->returned != mark;
  slot->returned = mark;
  if (has_varied_ || cell_->values[kSameReturn] != (has_returned_value_ ? 1 : 0)) {
    Set(kSameReturn, has_varied_ ? 0 : 1);
  }
}

void Receivers::Restart() {
  slots_.reset();
  slot_count_ = used_ = 0;
  last_number_ = returns_self_ = 0;
  has_returned_value_ = has_varied_ = false;
}

}  // namespace ringscope
