#pragma once

// Access to CPython's internals: the frames that the interpreter runs, which differ from version to version.
// Their layout does not change within a minor version, and the recorder is built for one.
//
// All functions here read memory that the interpreter owns, with the GIL held, and run no Python code.

#define Py_BUILD_CORE 1
#include <Python.h>
#include <internal/pycore_code.h>
#include <internal/pycore_frame.h>
#include <opcode.h>

#include <cstdint>
#include <memory>
#include <string>

#include "cct/base/text/utf8.h"

#if PY_VERSION_HEX < 0x030B0000 || PY_VERSION_HEX >= 0x030E0000
#error "the recorder knows the frames of CPython 3.11 to 3.13"
#endif
#ifdef Py_GIL_DISABLED
#error "the recorder counts under the GIL"
#endif

namespace ringscope {

using InterpreterFrame = _PyInterpreterFrame;

struct EndReference {
  void operator()(PyObject* object) const { Py_DECREF(object); }
};
// An owned reference.
using OwnObject = std::unique_ptr<PyObject, EndReference>;

#if PY_VERSION_HEX >= 0x030C0000
inline bool IsPythonFrame(const InterpreterFrame* frame) { return frame->owner != FRAME_OWNED_BY_CSTACK; }
#else
inline bool IsPythonFrame(const InterpreterFrame*) { return true; }
#endif

inline PyCodeObject* CodeOf(const InterpreterFrame* frame) {
#if PY_VERSION_HEX >= 0x030D0000
  return reinterpret_cast<PyCodeObject*>(frame->f_executable);
#else
  return frame->f_code;
#endif
}

// This frame or the next one below that is of Python; null if there is none.
inline InterpreterFrame* PythonFrameFrom(InterpreterFrame* frame) {
  while (frame != nullptr && !IsPythonFrame(frame)) {
    frame = frame->previous;
  }
  return frame;
}

// The Python frame that called this one; null at the bottom of a thread. For a generator: the frame that
// resumed it.
inline InterpreterFrame* CallerOf(const InterpreterFrame* frame) { return PythonFrameFrom(frame->previous); }

// The Python frame that runs; null if there is none.
inline InterpreterFrame* RunningFrame() {
#if PY_VERSION_HEX >= 0x030D0000
  return PythonFrameFrom(PyThreadState_GET()->current_frame);
#else
  return PythonFrameFrom(PyThreadState_GET()->cframe->current_frame);
#endif
}

// The value of local variable `slot`, an argument when the frame begins; null without a value. A variable
// that inner functions use lies in a cell.
inline PyObject* LocalOf(const InterpreterFrame* frame, int slot, bool is_in_cell) {
  PyObject* value = frame->localsplus[slot];
  return is_in_cell && value != nullptr && PyCell_Check(value) ? PyCell_GET(value) : value;
}

inline bool IsSlotInCell(const PyCodeObject* code, int slot) {
  return (_PyLocals_GetKind(code->co_localspluskinds, slot) & CO_FAST_CELL) != 0;
}

// The object that a method is called on; null for functions of a module or a type.
inline PyObject* ReceiverOf(PyObject* function) {
  PyObject* self = PyCFunction_GET_SELF(function);
  return self == nullptr || PyModule_Check(self) ? nullptr : self;
}

// Whether a frame of this code can be left and resumed: of generators, coroutines and asynchronous
// generators.
inline bool IsResumable(const PyCodeObject* code) {
  return (code->co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)) != 0;
}

// The place of a frame, in units of instructions. CPython 3.13 asks for a frame that is not const.
inline int InstructionOf(const InterpreterFrame* frame) {
  return static_cast<int>(_PyInterpreterFrame_LASTI(const_cast<InterpreterFrame*>(frame)));
}

#if PY_VERSION_HEX < 0x030C0000
// The instruction at which frames of this code begin: the first RESUME that follows no yield. -1 without one.
inline int FirstInstruction(PyCodeObject* code) {
  const _Py_CODEUNIT* units = _PyCode_CODE(code);
  for (Py_ssize_t unit = 0; unit < Py_SIZE(code); ++unit) {
    const int opcode = _Py_OPCODE(units[unit]);
    if ((opcode == RESUME || opcode == RESUME_QUICK) && _Py_OPARG(units[unit]) == 0) {
      return static_cast<int>(unit);
    }
  }
  return -1;
}
#endif

// A Python string as UTF-8; "" for any other object. Half surrogates, which UTF-8 cannot hold, become U+FFFD.
// Unlike PyUnicode_AsUTF8() it caches nothing in the string, so that the program's sizes stay unchanged.
inline std::string Utf8Of(PyObject* text) {
  std::string utf8;
  if (text == nullptr || !PyUnicode_Check(text) || PyUnicode_READY(text) != 0) {
    return utf8;
  }
  const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
  const int kind = static_cast<int>(PyUnicode_KIND(text));
  const void* data = PyUnicode_DATA(text);
  utf8.reserve(static_cast<size_t>(length));
  for (Py_ssize_t i = 0; i < length; ++i) {
    const uint32_t c = PyUnicode_READ(kind, data, i);
    AppendUtf8(c >= 0xD800 && c < 0xE000 ? 0xFFFD : c, utf8);
  }
  return utf8;
}

// The value of `name` in a dict, borrowed, or null. The key is a plain string, so no hash function of the
// program is called. Leaves no error.
inline PyObject* FindInDict(PyObject* dict, const char* name) {
  if (dict == nullptr || !PyDict_Check(dict)) {
    return nullptr;
  }
  const OwnObject key(PyUnicode_InternFromString(name));
  PyObject* value = key == nullptr ? nullptr : PyDict_GetItemWithError(dict, key.get());
  PyErr_Clear();
  return value;
}

}  // namespace ringscope
