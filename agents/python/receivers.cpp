#include "agents/python/receivers.h"

#include <cstring>

namespace ringscope {
namespace {

// Texts and bytes up to this length are compared by value.
constexpr Py_ssize_t kLongestCompared = 256;

// A mark of a returned value, never 0: plain values with equal marks are equal. For other objects it is the
// object's address; an object that only the caller holds is a new one for each call, and gets a new mark each
// time.
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
  if (slots_.used() < kMostAddresses) {
    slots_.Reserve();
  }
  Slot& slot = slots_.SlotOf(object);
  if (slot.key != nullptr) {
    ++slot.births;
    slot.type = Py_TYPE(object);
  } else if (slots_.used() < kMostAddresses) {
    slot = {.key = object, .type = Py_TYPE(object), .births = 1};
    slots_.CountUsed();
  }
}

Receivers::Receivers(TraceFunctionCell* cell) : cell_(cell) {
  cell_->known = 1u << kReceivers | 1u << kReturnsSelf | 1u << kSameReturn;
}

void Receivers::Count(Births::Identity receiver) {
  if (!receiver.is_sure) {
    cell_->at_least |= 1u << kReceivers;
    if (receiver.number == last_number_) {
      return;
    }
  }
  slots_.Reserve();
  Slot& slot = slots_.SlotOf(receiver.number);
  if (slot.key == 0) {
    slot.key = receiver.number;
    slots_.CountUsed();
    Set(kReceivers, slots_.used());
    if (IsFull()) {
      cell_->at_least |= 1u << kReceivers;
    }
  }
  last_number_ = receiver.number;
}

void Receivers::Compare(Births::Identity receiver, PyObject* value) {
  Slot* slot = slots_.IsEmpty() ? nullptr : &slots_.SlotOf(receiver.number);
  if (slot == nullptr || slot->key == 0) {
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
  slots_ = {};
  last_number_ = returns_self_ = 0;
  has_returned_value_ = has_varied_ = false;
}

}  // namespace ringscope
