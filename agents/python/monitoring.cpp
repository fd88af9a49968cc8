// sys.monitoring, from 3.12 on: the interpreter calls back where code begins and ends, in all threads.
#include <array>

#include "agents/python/thread_recorder.h"

namespace ringscope {
namespace {

using Entry = ThreadRecorder::Entry;

constinit const Recording* the_monitored_recording = nullptr;
constinit PyObject* missing = nullptr;  // stands for an absent argument

template <typename Handle>
PyObject* WithRecorder(const Handle& handle) {
  if (ThreadRecorder* recorder = ThisThreadRecorder(*the_monitored_recording)) {
    if (const InterpreterFrame* frame = RunningFrame()) {
      handle(*recorder, frame);
    }
  }
  Py_RETURN_NONE;
}

template <Entry kEntry>
PyObject* OnEntry(PyObject*, PyObject* const* arguments, Py_ssize_t) {
  return WithRecorder([&](ThreadRecorder& recorder, const InterpreterFrame* frame) {
    auto* code = reinterpret_cast<PyCodeObject*>(arguments[0]);
    if (recorder.is_new()) [[unlikely]] {
      // A thread of the module `threading` begins with a method of its Thread.
      if (code->co_argcount > 0 &&
          PyUnicode_CompareWithASCIIString(code->co_qualname, "Thread._bootstrap") == 0) {
        NameThisThread(recorder, LocalOf(frame, 0, true));
      }
    }
    recorder.EnterFrame(frame, code, kEntry);
  });
}

template <bool kByException>
PyObject* OnExit(PyObject*, PyObject* const* arguments, Py_ssize_t) {
  return WithRecorder([&](ThreadRecorder& recorder, const InterpreterFrame* frame) {
    recorder.LeaveFrame(frame, kByException, arguments[2]);
  });
}

// Whether a called object is a function in C. Code in Python has events of its own, and types and other
// callables count as neither, as with the profile function of older versions.
bool IsBuiltin(PyObject* callable) {
  return PyCFunction_Check(callable) || Py_IS_TYPE(callable, &PyMethodDescr_Type);
}

// (code, offset, callable, first argument)
PyObject* OnCall(PyObject*, PyObject* const* arguments, Py_ssize_t) {
  PyObject* callable = arguments[2];
  if (!IsBuiltin(callable)) {
    Py_RETURN_NONE;
  }
  return WithRecorder([&](ThreadRecorder& recorder, const InterpreterFrame* frame) {
    FunctionTable& functions = *the_monitored_recording->functions;
    if (PyCFunction_Check(callable)) {
      recorder.EnterBuiltin(frame, functions.BuiltinOf(callable), ReceiverOf(callable));
    } else {
      recorder.EnterBuiltin(frame,
                            functions.BuiltinOf(reinterpret_cast<PyMethodDescrObject*>(callable)->d_method,
                                                callable, PyDescr_TYPE(callable)),
                            arguments[3] == missing ? nullptr : arguments[3]);
    }
  });
}

template <bool kByException>
PyObject* OnBuiltinEnd(PyObject*, PyObject* const* arguments, Py_ssize_t) {
  if (!IsBuiltin(arguments[2])) {
    Py_RETURN_NONE;
  }
  return WithRecorder([&](ThreadRecorder& recorder, const InterpreterFrame* frame) {
    recorder.LeaveBuiltin(frame, kByException);
  });
}

struct Callback {
  Callback(const char* of_event, const char* name,
           PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t))
      : event(of_event),
        definition{name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL,
                   nullptr} {}
  const char* event;
  PyMethodDef definition;
};

std::array callbacks = {Callback("PY_START", "on_start", OnEntry<Entry::kCall>),
                        Callback("PY_RESUME", "on_resume", OnEntry<Entry::kResumption>),
                        Callback("PY_THROW", "on_throw", OnEntry<Entry::kResumption>),
                        Callback("PY_RETURN", "on_return", OnExit<false>),
                        Callback("PY_YIELD", "on_yield", OnExit<false>),
                        Callback("PY_UNWIND", "on_unwind", OnExit<true>),
                        Callback("CALL", "on_call", OnCall),
                        Callback("C_RETURN", "on_c_return", OnBuiltinEnd<false>),
                        Callback("C_RAISE", "on_c_raise", OnBuiltinEnd<true>)};

// Takes one of the tools that may observe at a time. The numbers of debuggers, of coverage and of the
// program's own profilers are left to them as long as another one is free.
int TakeTool(PyObject* monitoring) {
  for (const int tool : {4, 3, 5, 2, 1, 0}) {
    if (OwnObject(PyObject_CallMethod(monitoring, "use_tool_id", "is", tool, "ringscope")) != nullptr) {
      return tool;
    }
    PyErr_Clear();
  }
  PyErr_SetString(PyExc_RuntimeError, "all tools of sys.monitoring are in use");
  return -1;
}

// The number of an event of sys.monitoring, 0 with an error set.
int EventNumber(PyObject* events, const char* name) {
  const OwnObject number(PyObject_GetAttrString(events, name));
  const long value = number == nullptr ? 0 : PyLong_AsLong(number.get());
  return PyErr_Occurred() != nullptr ? 0 : static_cast<int>(value);
}

bool Register(PyObject* monitoring, PyObject* events, int tool, Callback& callback, int* all_events) {
  const int event = EventNumber(events, callback.event);
  const OwnObject function(event == 0 ? nullptr : PyCFunction_New(&callback.definition, nullptr));
  *all_events |= event;
  return function != nullptr && OwnObject(PyObject_CallMethod(monitoring, "register_callback", "iiO", tool,
                                                              event, function.get())) != nullptr;
}

}  // namespace

bool ObserveCalls(const Recording& recording) {
  the_monitored_recording = &recording;
  PyObject* monitoring = PySys_GetObject("monitoring");
  if (monitoring == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "there is no sys.monitoring");
    return false;
  }
  missing = PyObject_GetAttrString(monitoring, "MISSING");
  const OwnObject events(missing == nullptr ? nullptr : PyObject_GetAttrString(monitoring, "events"));
  if (events == nullptr) {
    return false;
  }
  const int tool = TakeTool(monitoring);
  bool is_done = tool >= 0;
  int all_events = 0;
  for (Callback& callback : callbacks) {
    is_done = is_done && Register(monitoring, events.get(), tool, callback, &all_events);
  }
  if (!is_done) {
    return false;
  }
  // The end of a call in C is an event that comes with CALL and cannot be requested.
  all_events &= ~(EventNumber(events.get(), "C_RETURN") | EventNumber(events.get(), "C_RAISE"));
  return OwnObject(PyObject_CallMethod(monitoring, "set_events", "ii", tool, all_events)) != nullptr;
}

}  // namespace ringscope
