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
  bool is_told = false;       // to the trace memory; where that is full it is nobody's function
  bool ends_process = false;  // os._exit() and exec: nothing comes after it
  bool is_left_out = false;   // has no contexts: what it costs is its callers'
  // Where it is a method, or could be one: null where receivers are not counted.
  std::unique_ptr<Receivers> receivers;
};

// The lines of the instructions of a code object, looked up once each.
class InstructionLines {
 public:
  // Where the frame, which runs that code, is; 0 where that is no line, or without memory.
  [[nodiscard]] uint32_t Of(const InterpreterFrame* frame);

 private:
  // By instruction: 1 more than the line, 0 where it was not looked up yet.
  std::unique_ptr<uint32_t[]> lines_;
};

// What the recorder has to know of a code object when it is called. The code object keeps it, and it ends
// with the code object, so a code object that is made at the same address is not taken for it.
struct KnownCode {
  PythonFunction* function;   // null: there was no memory to tell of it
  int32_t first_instruction;  // where frames begin; -1: unknown or of no use
  int16_t argument_slots;
  bool has_receiver;         // argument 0 is one, and it is counted
  bool is_method;            // argument 0 is one
  bool is_receiver_in_cell;  // of the closure
  bool has_star_arguments;
  int16_t star_slot;  // of *args
  bool is_resumable;  // a generator, a coroutine
  bool is_birth;      // __init__
  InstructionLines lines;
};

// The functions of a program: of a code object or of a function in C to what is known of it, and told to the
// trace memory when it is met first. Functions with one qualified name, module, file and line are one: code
// that is compiled again and again, or made by a factory, adds no functions. With the GIL held; runs no
// Python code. Without memory: null.
class FunctionTable {
 public:
  FunctionTable(TraceMemory& memory, bool has_receivers);
  // From now on, those that were met too. Borrows the text.
  void LeaveOut(NamePatterns left_out);

  // Where there is no place in code objects for what is known of them: nothing can be recorded.
  [[nodiscard]] bool IsUsable() const { return extra_index_ >= 0; }

  // `frame` runs `code`. One load of the code object where it is known.
  [[nodiscard]] KnownCode* KnownCodeOf(PyCodeObject* code, const InterpreterFrame* frame) {
    KnownCode* known = FindKnownCode(code);
    return known != nullptr ? known : Meet(code, frame);
  }
  // Null where the code was not called yet.
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
  // Of the definition of a method; `function` is what is called or, with `type`, a descriptor of that type.
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

  // Whether something was met since this was asked last, which takes long.
  [[nodiscard]] bool HasMet() {
    const bool has_met = has_met_;
    has_met_ = false;
    return has_met;
  }
  [[nodiscard]] Births& births() { return births_; }
  // In the child of a fork: what was found out of functions begins anew.
  void Restart();

 private:
  // Definitions may lie in memory that is freed and used for another one.
  struct Builtin {
    const PyMethodDef* definition;
    const char* name;
    PyCFunction code;
    PythonFunction* function;
  };
  // In pairs, of which a definition may lie in both places.
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
