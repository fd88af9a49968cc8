#pragma once

// What the recorder knows of CPython's inside: the frames that the interpreter runs, which differ from
// version to version. Their layout does not change within a minor version, for which the recorder is built
// anyway.
//
// Everything here reads memory that the interpreter owns, with the GIL held, and runs no Python code.

#define Py_BUILD_CORE 1
#include <Python.h>
#include <internal/pycore_code.h>
#include <internal/pycore_frame.h>
#include <opcode.h>

#include <cstdint>
#include <string>

#if PY_VERSION_HEX < 0x030B0000 || PY_VERSION_HEX >= 0x030E0000
#error "the recorder knows the frames of CPython 3.11 to 3.13"
#endif
#ifdef Py_GIL_DISABLED
#error "the recorder counts under the GIL"
#endif

namespace ringscope {

using InterpreterFrame = _PyInterpreterFrame;

#if PY_VERSION_HEX >= 0x030C0000
inline constexpr bool kHasMonitoring = true;
inline bool IsPythonFrame(const InterpreterFrame* frame) { return frame->owner != FRAME_OWNED_BY_CSTACK; }
#else
inline constexpr bool kHasMonitoring = false;
inline bool IsPythonFrame(const InterpreterFrame*) { return true; }
#endif

inline PyCodeObject* CodeOf(const InterpreterFrame* frame) {
#if PY_VERSION_HEX >= 0x030D0000
  return reinterpret_cast<PyCodeObject*>(frame->f_executable);
#else
  return frame->f_code;
#endif
}

// The Python frame that called this one, null at the bottom of a thread. Of a generator: what resumed it.
inline InterpreterFrame* CallerOf(const InterpreterFrame* frame) {
  InterpreterFrame* caller = frame->previous;
  while (caller != nullptr && !IsPythonFrame(caller)) {
    caller = caller->previous;
  }
  return caller;
}

// The Python frame that runs, null where there is none.
inline InterpreterFrame* RunningFrame() {
#if PY_VERSION_HEX >= 0x030D0000
  InterpreterFrame* frame = PyThreadState_GET()->current_frame;
#else
  InterpreterFrame* frame = PyThreadState_GET()->cframe->current_frame;
#endif
  while (frame != nullptr && !IsPythonFrame(frame)) {
    frame = frame->previous;
  }
  return frame;
}

// The value of local variable `slot`, an argument when the frame begins; null where it has none. A variable
// that inner functions use lies in a cell.
inline PyObject* LocalOf(const InterpreterFrame* frame, int slot, bool is_in_cell) {
  PyObject* value = frame->localsplus[slot];
  return is_in_cell && value != nullptr && PyCell_Check(value) ? PyCell_GET(value) : value;
}

inline bool IsSlotInCell(const PyCodeObject* code, int slot) {
  return (_PyLocals_GetKind(code->co_localspluskinds, slot) & CO_FAST_CELL) != 0;
}

// Whether a frame of this code can be left and resumed: of generators, coroutines and asynchronous
// generators.
inline bool IsResumable(const PyCodeObject* code) {
  return (code->co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)) != 0;
}

// Where a frame is, in units of instructions.
inline int InstructionOf(const InterpreterFrame* frame) {
  return static_cast<int>(_PyInterpreterFrame_LASTI(frame));
}

#if PY_VERSION_HEX < 0x030C0000
// Where frames of this code begin: the first RESUME that follows no yield. -1 without one.
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

// A Python string as UTF-8; "" for any other object. Half surrogates, which UTF-8 has no form for, become
// U+FFFD. Unlike PyUnicode_AsUTF8() it leaves nothing in the string, so that the program's sizes stay as they
// are.
std::string Utf8Of(PyObject* text);

// A string as one of the places where code lives, without the program's own hash functions being called: the
// value of `name` in a dict, borrowed, or null. Leaves no error.
PyObject* FindInDict(PyObject* dict, const char* name);

}  // namespace ringscope
