#include "agents/python/functions.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/common/cell_table.h"
#include "agents/python/interpreter.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

class Fnv {
 public:
  void Add(std::string_view bytes) {
    Number(bytes.size());
    hash_ = HashOfText(bytes, hash_);
  }
  void Number(uint64_t number) {
    hash_ = HashOfText({reinterpret_cast<const char*>(&number), sizeof number}, hash_);
  }
  [[nodiscard]] uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = HashOfText({});
};

// Hashes a constant that holds no others, of one of the types that a compiler makes.
uint64_t HashOfPlain(PyObject* constant) {
  Fnv fnv;
  fnv.Add(Py_TYPE(constant)->tp_name);
  if (PyUnicode_CheckExact(constant)) {
    fnv.Add(Utf8Of(constant));
  } else if (PyBytes_CheckExact(constant)) {
    fnv.Add({PyBytes_AS_STRING(constant), static_cast<size_t>(PyBytes_GET_SIZE(constant))});
  } else if (PyFloat_CheckExact(constant)) {
    fnv.Number(std::bit_cast<uint64_t>(PyFloat_AS_DOUBLE(constant)));
  } else if (PyComplex_CheckExact(constant)) {
    fnv.Number(std::bit_cast<uint64_t>(PyComplex_RealAsDouble(constant)));
    fnv.Number(std::bit_cast<uint64_t>(PyComplex_ImagAsDouble(constant)));
  } else if (PyBool_Check(constant)) {
    fnv.Number(constant == Py_True ? 1 : 0);
  } else if (PyLong_CheckExact(constant)) {
    // Numbers that differ by a multiple of 2^61 - 1 have the same hash; their sizes tell most of them apart.
    fnv.Number(static_cast<uint64_t>(PyObject_Hash(constant)));
    fnv.Number(_PyLong_NumBits(constant));
    fnv.Number(static_cast<uint64_t>(_PyLong_Sign(constant)));
  } else if (PyCode_Check(constant)) {
    fnv.Add(Utf8Of(reinterpret_cast<PyCodeObject*>(constant)->co_name));
  }
  return fnv.hash();
}

// Tuples and frozen sets hold other constants. The members of a tuple are hashed in order; for a set, whose
// order changes from run to run, their sum counts. The parser allows no deep nesting, so a limited depth is
// enough.
constexpr int kDeepestConstant = 16;

uint64_t HashOfConstant(PyObject* constant, int depth) {
  if (depth < kDeepestConstant && PyTuple_CheckExact(constant)) {
    Fnv fnv;
    fnv.Add("tuple of");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(constant); ++i) {
      fnv.Number(HashOfConstant(PyTuple_GET_ITEM(constant, i), depth + 1));
    }
    return fnv.hash();
  }
  if (depth < kDeepestConstant && PyFrozenSet_CheckExact(constant)) {
    Fnv fnv;
    fnv.Add("set of");
    uint64_t sum = 0;
    OwnObject member;
    const OwnObject iterator(PyObject_GetIter(constant));
    while (iterator != nullptr && (member = OwnObject(PyIter_Next(iterator.get()))) != nullptr) {
      sum += HashOfConstant(member.get(), depth + 1);
    }
    fnv.Number(sum);
    return fnv.hash();
  }
  return HashOfPlain(constant);
}

// A number for what a code object does: its instructions as they were compiled, the names that they use, and
// its constants. The same in every run and for every place of the file; a comment or another line number
// changes nothing. Of an inner function only the name counts, as that has code of its own. FNV-1a with 64
// bits, never 0; 0 without memory. O(size of the code).
uint64_t HashOfCode(PyCodeObject* code) {
  // PyCode_GetCode() leaves out the changes that the interpreter made while it ran the code.
  const OwnObject instructions(PyCode_GetCode(code));
  if (instructions == nullptr) {
    PyErr_Clear();
    return 0;
  }
  Fnv fnv;
  fnv.Add({PyBytes_AS_STRING(instructions.get()), static_cast<size_t>(PyBytes_GET_SIZE(instructions.get()))});
  fnv.Number(HashOfConstant(code->co_consts, 0));
  fnv.Number(HashOfConstant(code->co_names, 0));
  fnv.Number(static_cast<uint64_t>(code->co_flags & ~CO_NESTED));
  const uint64_t hash = fnv.hash();
  return hash == 0 ? 1 : hash;
}

constexpr auto kPythonKind = static_cast<uint32_t>(FrameKind::kInterpreted);
constexpr auto kBuiltinKind = static_cast<uint32_t>(FrameKind::kUser);

// Keeps the error that the program is about to raise apart from errors in the recorder.
class OwnErrors {
 public:
  OwnErrors() { PyErr_Fetch(&type_, &value_, &traceback_); }
  ~OwnErrors() { PyErr_Restore(type_, value_, traceback_); }
  OwnErrors(const OwnErrors&) = delete;
  OwnErrors& operator=(const OwnErrors&) = delete;

 private:
  PyObject* type_;
  PyObject* value_;
  PyObject* traceback_;
};

// Lines beyond this one count as it: the number must fit behind kTraceCallLines.
constexpr int kMostCallLine = kTraceCallLines - 1;

void ForgetCode(void* known) { delete static_cast<KnownCode*>(known); }

// "Outer.Inner" of "Outer.Inner.method"; "" if the name is not that of a method.
std::string ClassPart(const std::string& qualified_name) {
  const size_t dot = qualified_name.rfind('.');
  if (dot == std::string::npos || qualified_name[dot - 1] == '>') {  // "f.<locals>.g"
    return {};
  }
  return qualified_name.substr(0, dot);
}

std::string Key(std::string_view name, std::string_view module, std::string_view file, int line) {
  std::string key;
  key.append(module).push_back('\n');
  key.append(name).push_back('\n');
  key.append(file).push_back('\n');
  return key.append(std::to_string(line));
}

}  // namespace

uint32_t InstructionLines::Of(const InterpreterFrame* frame) {
  PyCodeObject* code = CodeOf(frame);
  const auto instruction = InstructionOf(frame);
  if (instruction < 0 || instruction >= Py_SIZE(code)) {
    return 0;
  }
  if (lines_ == nullptr) {
    lines_.reset(new (std::nothrow) uint32_t[static_cast<size_t>(Py_SIZE(code))]());
  }
  if (lines_ == nullptr) {
    return 0;
  }
  uint32_t& line = lines_[static_cast<size_t>(instruction)];
  if (line == 0) {
    const int found = PyCode_Addr2Line(code, instruction * static_cast<int>(sizeof(_Py_CODEUNIT)));
    line = static_cast<uint32_t>(std::clamp(found, 0, kMostCallLine)) + 1;
  }
  return line - 1;
}

FunctionTable::FunctionTable(TraceMemory& memory, bool has_receivers)
    : memory_(memory),
      has_receivers_(has_receivers),
#if PY_VERSION_HEX >= 0x030C0000
      extra_index_(PyUnstable_Eval_RequestCodeExtraIndex(ForgetCode)),
#else
      extra_index_(_PyEval_RequestCodeExtraIndex(ForgetCode)),
#endif
      classes_(memory),
      builtins_(std::make_unique<Builtin[]>(kBuiltinSlots)) {
}

PythonFunction* FunctionTable::FunctionOf(const std::string& key) {
  std::unique_ptr<PythonFunction>& place = functions_[key];
  if (place == nullptr) {
    place = std::make_unique<PythonFunction>();
    place->id = static_cast<uint32_t>(functions_.size() - 1);
  }
  return place.get();
}

KnownCode* FunctionTable::Meet(PyCodeObject* code, const InterpreterFrame* frame) try {
  const OwnErrors own_errors;
  has_met_ = true;
  const std::string name = Utf8Of(code->co_qualname);
  const std::string module = Utf8Of(FindInDict(frame->f_globals, "__name__"));
  const std::string file = Utf8Of(code->co_filename);
  PythonFunction* const function = FunctionOf(Key(name, module, file, code->co_firstlineno));

  const bool has_argument = code->co_argcount > 0;
  const bool is_in_cell = has_argument && IsSlotInCell(code, 0);
  PyObject* receiver = has_argument ? LocalOf(frame, 0, is_in_cell) : nullptr;
  const std::string class_name = ClassPart(name);
  PyTypeObject* owner =
      class_name.empty() ? nullptr : ClassTable::FindOwner(class_name, receiver, frame->f_globals);
  // A function in a class whose first argument is neither the class nor one of its objects is a static
  // method.
  const bool is_method = receiver != nullptr && owner != nullptr &&
                         (PyType_IsSubtype(Py_TYPE(receiver), owner) != 0 ||
                          (PyType_Check(receiver) != 0 &&
                           PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(receiver), owner) != 0));
  // A function that found no room in the trace memory is tried again.
  if (!function->is_told && left_out_.Match(module, name)) {
    function->is_told = function->is_left_out = true;
  } else if (!function->is_told) {
    function->is_told = memory_.AddFunction({.id = function->id,
                                             .class_id = classes_.IdOf(owner),
                                             .line = static_cast<uint32_t>(std::max(code->co_firstlineno, 0)),
                                             .frame_kind = kPythonKind,
                                             .code_hash = HashOfCode(code)},
                                            name, module, file);
  }
  if (!function->is_told && memory_.may_grow()) {
    return nullptr;
  }
  if (is_method && has_receivers_ && function->is_told && !function->is_left_out &&
      function->receivers == nullptr) {
    if (TraceFunctionCell* cell = memory_.NewFunctionCell(function->id)) {
      function->receivers = std::make_unique<Receivers>(cell);
    }
  }

  const bool has_star = (code->co_flags & CO_VARARGS) != 0;
  const int named_slots = code->co_argcount + code->co_kwonlyargcount;
  auto known = std::make_unique<KnownCode>(KnownCode{
      .function = function->is_told ? function : nullptr,
      .first_instruction = -1,
      .argument_slots = static_cast<int16_t>(std::min(named_slots, SHRT_MAX)),
      .has_receiver = is_method && function->is_told && function->receivers != nullptr,
      .is_method = is_method,
      .is_receiver_in_cell = is_in_cell,
      .has_star_arguments = has_star && named_slots < SHRT_MAX,
      .star_slot = static_cast<int16_t>(std::min(named_slots, SHRT_MAX)),
      .is_resumable = IsResumable(code),
      .is_birth = is_method && name.ends_with(".__init__"),
  });
#if PY_VERSION_HEX < 0x030C0000
  known->first_instruction = known->is_resumable ? FirstInstruction(code) : -1;
  const int failed = _PyCode_SetExtra(reinterpret_cast<PyObject*>(code), extra_index_, known.get());
#else
  const int failed = PyUnstable_Code_SetExtra(reinterpret_cast<PyObject*>(code), extra_index_, known.get());
#endif
  if (failed != 0) {
    PyErr_Clear();
    return nullptr;
  }
  return known.release();
} catch (const std::bad_alloc&) {
  return nullptr;
}

PythonFunction* FunctionTable::MeetBuiltin(const PyMethodDef* definition, PyObject* function,
                                           PyTypeObject* type, Builtin* pair) try {
  const OwnErrors own_errors;
  has_met_ = true;
  std::string name = definition->ml_name;
  std::string module;
  if (type == nullptr) {
    auto* builtin = reinterpret_cast<PyCFunctionObject*>(function);
    PyObject* self = builtin->m_self;
    if (self == nullptr || PyModule_Check(self)) {
      module = self == nullptr ? Utf8Of(builtin->m_module)
                               : Utf8Of(FindInDict(PyModule_GetDict(self), "__name__"));
    } else if (!PyType_Check(self)) {
      // Among the object's superclasses, finds the type whose method this is.
      const OwnObject key(PyUnicode_InternFromString(definition->ml_name));
      PyObject* descriptor = key == nullptr ? nullptr : _PyType_Lookup(Py_TYPE(self), key.get());
      type = descriptor != nullptr && Py_IS_TYPE(descriptor, &PyMethodDescr_Type) ? PyDescr_TYPE(descriptor)
                                                                                  : Py_TYPE(self);
    }
    // A function called on a type (`dict.fromkeys`, `__new__`) may belong to any type.
  }
  if (type != nullptr) {
    name = QualifiedName(type) + '.' + name;
    module = ModuleName(type);
  }
  if (module.empty()) {
    module = "builtins";
  }
  PythonFunction* const met = FunctionOf(Key(name, module, "", 0));
  if (!met->is_told) {
    met->ends_process = module == "posix" && (name == "_exit" || name == "execv" || name == "execve");
    met->is_left_out = left_out_.Match(module, name);
    met->is_told =
        met->is_left_out ||
        memory_.AddFunction({.id = met->id, .class_id = classes_.IdOf(type), .frame_kind = kBuiltinKind},
                            name, module);
  }
  if (!met->is_told && memory_.may_grow()) {
    return nullptr;
  }
  pair[1] = pair[0];
  pair[0] = {.definition = definition,
             .name = definition->ml_name,
             .code = definition->ml_meth,
             .function = met->is_told ? met : nullptr};
  return pair[0].function;
} catch (const std::bad_alloc&) {
  return nullptr;
}

void FunctionTable::LeaveOut(NamePatterns left_out) {
  left_out_ = left_out;
  for (const auto& [key, function] : functions_) {
    const std::string_view text = key;
    const size_t name = text.find('\n') + 1;
    function->is_left_out =
        left_out.Match(text.substr(0, name - 1), text.substr(name, text.find('\n', name) - name));
  }
}

void FunctionTable::Restart() {
  for (const auto& [key, function] : functions_) {
    if (function->receivers != nullptr) {
      function->receivers->Restart();
    }
  }
}

}  // namespace ringscope
