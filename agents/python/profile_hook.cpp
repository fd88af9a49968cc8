// Before sys.monitoring: the profile function of each thread, as sys.setprofile() sets it. Threads that the
// program starts get it before their first call.
#include "agents/python/thread_recorder.h"

namespace ringscope {
namespace {

constinit const Recording* the_hook_recording = nullptr;
constinit PyObject* start_new_thread = nullptr;  // the interpreter's own

void OnCall(ThreadRecorder& recorder, const InterpreterFrame* frame) {
  PyCodeObject* code = CodeOf(frame);
  auto entry = ThreadRecorder::Entry::kCall;
  if (IsResumable(code)) {
    const KnownCode* known = the_hook_recording->functions->KnownCodeOf(code, frame);
    if (known != nullptr && InstructionOf(frame) != known->first_instruction) {
      entry = ThreadRecorder::Entry::kResumption;
    }
  }
  recorder.EnterFrame(frame, code, entry);
}

int OnEvent(PyObject*, PyFrameObject* frame_object, int event, PyObject* argument) {
  ThreadRecorder* recorder = ThisThreadRecorder(*the_hook_recording);
  if (recorder == nullptr) {
    return 0;
  }
  const InterpreterFrame* frame = frame_object->f_frame;
  switch (event) {
    case PyTrace_CALL:
      OnCall(*recorder, frame);
      break;
    case PyTrace_RETURN:
      // Generators that yield are told apart by their code.
      recorder->LeaveFrame(frame, argument == nullptr, argument);
      break;
    case PyTrace_C_CALL:
      if (PyCFunction_Check(argument)) {
        recorder->EnterBuiltin(frame, the_hook_recording->functions->BuiltinOf(argument),
                               ReceiverOf(argument));
      }
      break;
    case PyTrace_C_RETURN:
    case PyTrace_C_EXCEPTION:
      if (PyCFunction_Check(argument)) {
        recorder->LeaveBuiltin(frame, event == PyTrace_C_EXCEPTION);
      }
      break;
    default:
      break;
  }
  return 0;
}

// Called first in a new thread: sets its profile function, then calls the program's function. Its repr() is
// that function's, as the interpreter prints it if the thread ends by an exception.
struct ThreadStart {
  PyObject ob_base;
  PyObject* function;
};

PyObject* CallThreadStart(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject* function = reinterpret_cast<ThreadStart*>(self)->function;
  PyEval_SetProfile(OnEvent, nullptr);
  if (ThreadRecorder* recorder = ThisThreadRecorder(*the_hook_recording);
      recorder != nullptr && PyMethod_Check(function)) {
    NameThisThread(*recorder, PyMethod_Self(function));
  }
  return PyObject_Call(function, arguments, keywords);
}

PyTypeObject thread_start_type = [] {
  PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
  type.tp_name = "_ringscope_record.ThreadStart";
  type.tp_basicsize = sizeof(ThreadStart);
  type.tp_flags = Py_TPFLAGS_DEFAULT;
  type.tp_call = CallThreadStart;
  type.tp_repr = [](PyObject* self) { return PyObject_Repr(reinterpret_cast<ThreadStart*>(self)->function); };
  type.tp_dealloc = [](PyObject* self) {
    Py_XDECREF(reinterpret_cast<ThreadStart*>(self)->function);
    Py_TYPE(self)->tp_free(self);
  };
  return type;
}();

// _thread.start_new_thread(function, arguments[, keywords]). The original reports wrong arguments.
PyObject* StartNewThread(PyObject*, PyObject* arguments) {
  const Py_ssize_t count = PyTuple_GET_SIZE(arguments);
  if (count < 2 || PyCallable_Check(PyTuple_GET_ITEM(arguments, 0)) == 0) {
    return PyObject_CallObject(start_new_thread, arguments);
  }
  const OwnObject start(thread_start_type.tp_alloc(&thread_start_type, 0));
  const OwnObject changed(start == nullptr ? nullptr : PyTuple_New(count));
  if (changed == nullptr) {
    return nullptr;
  }
  reinterpret_cast<ThreadStart*>(start.get())->function = Py_NewRef(PyTuple_GET_ITEM(arguments, 0));
  PyTuple_SET_ITEM(changed.get(), 0, Py_NewRef(start.get()));
  for (Py_ssize_t i = 1; i < count; ++i) {
    PyTuple_SET_ITEM(changed.get(), i, Py_NewRef(PyTuple_GET_ITEM(arguments, i)));
  }
  return PyObject_CallObject(start_new_thread, changed.get());
}

PyMethodDef start_definition = {"start_new_thread", StartNewThread, METH_VARARGS, nullptr};

// Replaces the function in a module, under each of the names that the module has for it.
bool Replace(PyObject* module, PyObject* replacement, std::initializer_list<const char*> names) {
  PyObject* variables = PyModule_GetDict(module);
  for (const char* name : names) {
    PyObject* found = PyDict_GetItemString(variables, name);
    if (found == start_new_thread && PyDict_SetItemString(variables, name, replacement) != 0) {
      return false;
    }
  }
  return true;
}

bool FollowThreads() {
  const OwnObject module(PyImport_ImportModule("_thread"));
  start_new_thread = module == nullptr ? nullptr : PyObject_GetAttrString(module.get(), "start_new_thread");
  if (start_new_thread == nullptr || PyType_Ready(&thread_start_type) != 0) {
    return false;
  }
  if (PyCFunction_Check(start_new_thread)) {
    start_definition.ml_doc = reinterpret_cast<PyCFunctionObject*>(start_new_thread)->m_ml->ml_doc;
  }
  const OwnObject name(PyUnicode_FromString("_thread"));
  const OwnObject replacement(
      name == nullptr ? nullptr : PyCFunction_NewEx(&start_definition, module.get(), name.get()));
  if (replacement == nullptr ||
      !Replace(module.get(), replacement.get(), {"start_new_thread", "start_new"})) {
    return false;
  }
  PyObject* threading = PyDict_GetItemString(PyImport_GetModuleDict(), "threading");
  return threading == nullptr || Replace(threading, replacement.get(), {"_start_new_thread"});
}

}  // namespace

bool ObserveCalls(const Recording& recording) {
  the_hook_recording = &recording;
  if (!FollowThreads()) {
    return false;
  }
  PyEval_SetProfile(OnEvent, nullptr);
  return PyErr_Occurred() == nullptr;
}

}  // namespace ringscope
