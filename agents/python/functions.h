#pragma once

#include "agents/python/interpreter.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "agents/common/name_patterns.h"
#include "agents/common/trace_memory.h"
#include "agents/python/classes.h"
#include "agents/python/receivers.h"

namespace ringscope {

// A function that was called. Lives as long as the process.
struct PythonFunction {
  uint32_t id = 0;
  bool is_told = false;       // recorded in the trace memory, or left out; false if that is full
  bool ends_process = false;  // os._exit() and exec: no call comes after it
  bool is_left_out = false;   // has no contexts: its callers have its cost
  // For functions that are or could be methods; null if receivers are not counted.
  std::unique_ptr<Receivers> receivers;
};

// The lines of the instructions of a code object, looked up once each.
class InstructionLines {
 public:
  // The line of the frame, which runs that code; 0 if it has no line, or without memory.
  [[nodiscard]] uint32_t Of(const InterpreterFrame* frame);

 private:
  // By instruction: the line plus 1, 0 until looked up.
  std::unique_ptr<uint32_t[]> lines_;
};

// The recorder's data of a code object. The code object keeps it, and it ends with the code object, so a code
// object made later at the same address does not get it.
struct KnownCode {
  PythonFunction* function;   // null: there was no memory to record it
  int32_t first_instruction;  // index at which frames begin; -1: unknown or of no use
  int16_t argument_slots;
  bool has_receiver;         // argument 0 is a receiver, and counted
  bool is_method;            // argument 0 is a receiver
  bool is_receiver_in_cell;  // of the closure
  bool has_star_arguments;
  int16_t star_slot;  // of *args
  bool is_resumable;  // a generator, a coroutine
  bool is_birth;      // __init__
  InstructionLines lines;
};

// The functions of a program: maps code objects and functions in C to their data, and adds functions to the
// trace memory when they are first met. Functions with one qualified name, module, file and line are one:
// code that is compiled again and again, or made by a factory, adds no functions. With the GIL held; runs no
// Python code. Functions return null without memory.
class FunctionTable {
 public:
  FunctionTable(TraceMemory& memory, bool has_receivers);
  // Leaves functions out from now on, also those that were met before. Borrows the text.
  void LeaveOut(NamePatterns left_out);

  // False if code objects have no place for the recorder's data: then recording is impossible.
  [[nodiscard]] bool IsUsable() const { return extra_index_ >= 0; }

  // The data of `code`, which `frame` runs. One load of the code object if it is known.
  [[nodiscard]] KnownCode* KnownCodeOf(PyCodeObject* code, const InterpreterFrame* frame) {
    KnownCode* known = FindKnownCode(code);
    return known != nullptr ? known : Meet(code, frame);
  }
  // Null if the code was not called yet.
  [[nodiscard]] KnownCode* FindKnownCode(PyCodeObject* code) const {
    void* known = nullptr;
    GetExtra(code, &known);
    return static_cast<KnownCode*>(known);
  }
  // `function` is a PyCFunctionObject.
  [[nodiscard]] PythonFunction* BuiltinOf(PyObject* function) {
    const PyMethodDef* definition = reinterpret_cast<PyCFunctionObject*>(function)->m_ml;
    return BuiltinOf(definition, function, nullptr);
  }
  // The function of a method's definition; `function` is the called object or, with `type`, a descriptor of
  // that type.
  [[nodiscard]] PythonFunction* BuiltinOf(const PyMethodDef* definition, PyObject* function,
                                          PyTypeObject* type) {
    const uint64_t hash = reinterpret_cast<uintptr_t>(definition) * 0x9E3779B97F4A7C15u;
    Builtin* pair = &builtins_[(hash >> 40 & (kBuiltinSlots / 2 - 1)) * 2];
    for (const Builtin* place : {pair, pair + 1}) {
      if (place->definition == definition && place->name == definition->ml_name &&
          place->code == definition->ml_meth) [[likely]] {
        return place->function;
      }
    }
    return MeetBuiltin(definition, function, type, pair);
  }

  // Whether a function, whose first call takes long, was met since the last call of this.
  [[nodiscard]] bool HasMet() {
    const bool has_met = has_met_;
    has_met_ = false;
    return has_met;
  }
  [[nodiscard]] Births& births() { return births_; }
  // In the child of a fork: begins anew with the facts about functions.
  void Restart();

 private:
  // Definitions may lie in memory that is freed and used for others.
  struct Builtin {
    const PyMethodDef* definition;
    const char* name;
    PyCFunction code;
    PythonFunction* function;
  };
  // Slots come in pairs; a definition may lie in either place.
  static constexpr uint32_t kBuiltinSlots = 4096;

  void GetExtra(PyCodeObject* code, void** known) const {
#if PY_VERSION_HEX >= 0x030C0000
    PyUnstable_Code_GetExtra(reinterpret_cast<PyObject*>(code), extra_index_, known);
#else
    _PyCode_GetExtra(reinterpret_cast<PyObject*>(code), extra_index_, known);
#endif
  }
  [[nodiscard]] KnownCode* Meet(PyCodeObject* code, const InterpreterFrame* frame);
  [[nodiscard]] PythonFunction* MeetBuiltin(const PyMethodDef* definition, PyObject* function,
                                            PyTypeObject* type, Builtin* pair);
  PythonFunction* FunctionOf(const std::string& key);

  TraceMemory& memory_;
  NamePatterns left_out_;
  const bool has_receivers_;
  Py_ssize_t extra_index_;
  bool has_met_ = false;
  ClassTable classes_;
  Births births_;
  std::unordered_map<std::string, std::unique_ptr<PythonFunction>> functions_;
  std::unique_ptr<Builtin[]> builtins_;
};

}  // namespace ringscope
