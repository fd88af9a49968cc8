#include "agents/python/sizes.h"

#include <algorithm>

namespace ringscope {
namespace {

// The largest so far.
class Largest {
 public:
  void Take(PyObject* argument) {
    if (argument == nullptr) {
      return;
    }
    if (const uint64_t length = LengthOf(argument); length != kNoSize) {
      length_ = has_length_ ? std::max(length_, length) : length;
      has_length_ = true;
    } else if (PyLong_CheckExact(argument)) {
      int is_beyond = 0;
      const long long value = PyLong_AsLongLongAndOverflow(argument, &is_beyond);
      if (is_beyond == 0 && value >= 0) {
        number_ =
            has_number_ ? std::max(number_, static_cast<uint64_t>(value)) : static_cast<uint64_t>(value);
        has_number_ = true;
      }
    }
  }
  [[nodiscard]] uint64_t size() const { return has_length_ ? length_ : has_number_ ? number_ : kNoSize; }

 private:
  uint64_t length_ = 0;
  uint64_t number_ = 0;
  bool has_length_ = false;
  bool has_number_ = false;
};

}  // namespace

uint64_t LengthOf(PyObject* object) {
  Py_ssize_t length = -1;
  if (PyUnicode_Check(object)) {
    length = PyUnicode_GET_LENGTH(object);
  } else if (PyList_Check(object) || PyTuple_Check(object) || PyBytes_Check(object) ||
             PyByteArray_Check(object)) {
    length = Py_SIZE(object);
  } else if (PyDict_Check(object)) {
    length = reinterpret_cast<PyDictObject*>(object)->ma_used;
  } else if (PyAnySet_Check(object)) {
    length = PySet_GET_SIZE(object);
  }
  return length < 0 ? kNoSize : static_cast<uint64_t>(length);
}

uint64_t InputSizeOf(const InterpreterFrame* frame, const KnownCode& known) {
  Largest largest;
  for (int slot = 0; slot < known.argument_slots; ++slot) {
    largest.Take(LocalOf(frame, slot, true));
  }
  if (known.has_star_arguments) {
    PyObject* star = LocalOf(frame, known.star_slot, true);
    for (Py_ssize_t i = 0; star != nullptr && PyTuple_Check(star) && i < PyTuple_GET_SIZE(star); ++i) {
      largest.Take(PyTuple_GET_ITEM(star, i));
    }
  }
  return largest.size();
}

}  // namespace ringscope
