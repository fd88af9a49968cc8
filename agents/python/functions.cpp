#include "agents/python/functions.h"

#include <climits>
#include <new>
#include <utility>

#include "agents/python/code_hash.h"
#include "agents/python/text.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

constexpr auto kPythonKind = static_cast<uint32_t>(FrameKind::kInterpreted);
constexpr auto kBuiltinKind = static_cast<uint32_t>(FrameKind::kUser);

// Keeps the error that the program is about to raise apart from those that are met here.
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

void ForgetCode(void* known) { delete static_cast<KnownCode*>(known); }

// "Outer.Inner" of "Outer.Inner.method"; "" of what is no method by its name.
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

KnownCode* FunctionTable::Meet(PyCodeObject* code, const InterpreterFrame* frame) {
  const OwnErrors own_errors;
  has_met_ = true;
  try {
    return MeetWithMemory(code, frame);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

KnownCode* FunctionTable::MeetWithMemory(PyCodeObject* code, const InterpreterFrame* frame) {
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
  // What lies in a class and takes no object of it, nor it itself, is a static method.
  const bool is_method = receiver != nullptr && owner != nullptr &&
                         (PyType_IsSubtype(Py_TYPE(receiver), owner) != 0 ||
                          (PyType_Check(receiver) != 0 &&
                           PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(receiver), owner) != 0));
  // One that there was no room for is tried again.
  if (!function->is_told && left_out_.Match(module, name)) {
    function->is_told = function->is_left_out = true;
  } else if (!function->is_told) {
    function->is_told = memory_.AddFunction({.id = function->id,
                                             .class_id = classes_.IdOf(owner),
                                             .line = static_cast<uint32_t>(std::max(code->co_firstlineno, 0)),
                                             .frame_kind = kPythonKind,
                                             .code_hash = CodeHash(code),
                                             .name = name,
                                             .module = module,
                                             .file = file});
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
}

PythonFunction* FunctionTable::MeetBuiltin(const PyMethodDef* definition, PyObject* function,
                                           PyTypeObject* type, Builtin* pair) {
  const OwnErrors own_errors;
  has_met_ = true;
  try {
    PythonFunction* met = MeetBuiltinWithMemory(definition, function, type);
    if (met == nullptr && memory_.may_grow()) {
      return nullptr;
    }
    pair[1] = pair[0];
    pair[0] = {
        .definition = definition, .name = definition->ml_name, .code = definition->ml_meth, .function = met};
    return met;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

PythonFunction* FunctionTable::MeetBuiltinWithMemory(const PyMethodDef* definition, PyObject* function,
                                                     PyTypeObject* type) {
  std::string name = definition->ml_name;
  std::string module;
  if (type == nullptr) {
    auto* builtin = reinterpret_cast<PyCFunctionObject*>(function);
    PyObject* self = builtin->m_self;
    if (self == nullptr || PyModule_Check(self)) {
      module = self == nullptr ? Utf8Of(builtin->m_module)
                               : Utf8Of(FindInDict(PyModule_GetDict(self), "__name__"));
    } else if (!PyType_Check(self)) {
      // The method of which type it is, of those that the object inherits from.
      PyObject* key = PyUnicode_InternFromString(definition->ml_name);
      PyObject* descriptor = key == nullptr ? nullptr : _PyType_Lookup(Py_TYPE(self), key);
      Py_XDECREF(key);
      type = descriptor != nullptr && Py_IS_TYPE(descriptor, &PyMethodDescr_Type) ? PyDescr_TYPE(descriptor)
                                                                                  : Py_TYPE(self);
    }
    // Of what is called on a type (`dict.fromkeys`, `__new__`) the type may be any.
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
    met->is_told = met->is_left_out || memory_.AddFunction({.id = met->id,
                                                            .class_id = classes_.IdOf(type),
                                                            .frame_kind = kBuiltinKind,
                                                            .name = name,
                                                            .module = module});
  }
  return met->is_told ? met : nullptr;
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
