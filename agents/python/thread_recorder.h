#pragma once

#include "agents/python/interpreter.h"

#include <cstdint>

#include "agents/common/thread_tree.h"
#include "agents/python/functions.h"

namespace ringscope {

// The counts of a recording of a Python program beside calls. Given in the environment as RINGSCOPE_PYTHON,
// so that children have it too: words with commas between them, "no-time,sizes".
struct RecorderOptions {
  bool has_time = true;         // "no-time"
  bool has_cpu_time = false;    // "cpu": the thread's clock, whose reading is a system call
  bool has_receivers = true;    // "no-receivers"
  bool has_types = false;       // "types": of receivers, arguments and results
  bool has_call_sites = false;  // "call-sites": contexts by the calling line; then no receivers
  bool has_sizes = false;       // "sizes": points of the cost over the length of the largest argument
};

// The metrics of contexts: the index of each in a node's values. Metrics that are not counted are left out of
// the file.
struct RecordedMetrics {
  uint32_t calls = 0;
  uint32_t resumptions = 0;
  uint32_t exceptions = 0;
  uint32_t time = kTraceNoMetric;
  uint32_t cpu_time = kTraceNoMetric;
};

// The parts that all threads share; they live as long as the process.
struct Recording {
  TraceMemory* memory;
  FunctionTable* functions;
  TypeTable* types;
  RecorderOptions options;
  RecordedMetrics metrics;
};

// Counts the calls of one thread. Events come with the GIL held; each takes tens of ns. The time from one
// event to the next belongs to the innermost call: self values.
//
// Open calls are a stack of their own beside the interpreter's frames. If the two disagree, as after a
// stretch in which the thread was not observed or after a switch of stacks that the interpreter does not know
// of, the frames are right.
class ThreadRecorder {
 public:
  // Borrows both. Unusable without memory: end it at once.
  ThreadRecorder(const Recording& recording, ThreadTree* tree);
  ~ThreadRecorder();
  ThreadRecorder(const ThreadRecorder&) = delete;
  ThreadRecorder& operator=(const ThreadRecorder&) = delete;
  [[nodiscard]] bool IsUsable() const { return open_ != nullptr; }

  // Whether no call has come yet.
  [[nodiscard]] bool is_new() const { return cost_ == 0 && open_count_ == 0; }

  // Restarts counting at the first frame without a caller: the frames until then load the program.
  void AwaitProgram() { is_awaiting_ = true; }

  enum class Entry { kCall, kResumption };
  void EnterFrame(const InterpreterFrame* frame, PyCodeObject* code, Entry entry);
  // `value`: the returned value.
  void LeaveFrame(const InterpreterFrame* frame, bool by_exception, PyObject* value) {
    Leave<false>(frame, by_exception, value);
  }

  // A function in C is called by `frame`, null if by no Python code. `receiver`: the object of its method, or
  // null.
  void EnterBuiltin(const InterpreterFrame* frame, PythonFunction* function, PyObject* receiver);
  // The innermost open function in C returns.
  void LeaveBuiltin(const InterpreterFrame* frame, bool by_exception) {
    Leave<true>(frame, by_exception, nullptr);
  }

  // Leaves out the time until now: in the child of a fork it is the parent's.
  void Restart();
  [[nodiscard]] ThreadTree* tree() const { return tree_; }

 private:
  struct OpenCall {
    TraceNode* node;
    const InterpreterFrame* frame;  // for a function in C: its caller's
    PythonFunction* function;       // null at the bottom
    PyObject* receiver;             // only compared; null: none that is counted
    Births::Identity identity;
    uint64_t start_cost;  // of the thread, for points
    uint64_t input_size;
    bool is_builtin;
    bool is_birth;  // of the receiver
    bool is_typed;  // the type of its result is counted
  };

  // Gives the time until now to the innermost call.
  void Charge();
  // Called if the calling frame is not the innermost open one: closes calls that were left unobserved, opens
  // calls that were entered unobserved.
  void FollowFrames(const InterpreterFrame* caller);
  // Makes the open call of `frame` the innermost one; false if there is none.
  bool CloseDownTo(const InterpreterFrame* frame, bool is_builtin);
  // Opens one more call, without counting; null without memory.
  OpenCall* Open(PythonFunction* function, const InterpreterFrame* frame, bool is_builtin);
  bool Grow();
  // The node for callees of `caller`, called from its frame `frame`: its context, or a line of that.
  [[nodiscard]] TraceNode* CallSiteOf(const OpenCall& caller, const InterpreterFrame* frame);
  // Ends the innermost call of `frame`, or of a function in C that it called. Functions in C have no
  // receivers and no `value`.
  template <bool kIsBuiltin>
  void Leave(const InterpreterFrame* frame, bool by_exception, PyObject* value);
  [[nodiscard]] static bool IsLeftOut(const PythonFunction* function) {
    return function != nullptr && function->is_left_out;
  }
  // Ends the innermost call if it is that one and is left out: its time stays with its caller.
  bool LeaveLeftOut(const InterpreterFrame* frame, bool is_builtin) {
    const OpenCall& call = open_[open_count_];
    if (!IsLeftOut(call.function) || call.frame != frame || call.is_builtin != is_builtin) return false;
    --open_count_;
    return true;
  }
  void NoteReceiver(OpenCall& call, const KnownCode& known, PyObject* receiver);
  // Counts the types of the arguments of a call.
  void NoteTypes(OpenCall& call, const KnownCode& known, const InterpreterFrame* frame);
  void NoteType(const OpenCall& call, uint32_t role, PyObject* object) {
    tree_->AddType(call.node, role, recording_.types->IdOf(Py_TYPE(object)));
  }
  // Whether an __init__ of the object is open: a superclass's __init__ makes no other object.
  [[nodiscard]] bool IsBeingBorn(const PyObject* object) const;
  // Leaves out the time that the recorder itself takes for the first call of a function.
  void LeaveOutMeeting() {
    if (functions_.HasMet()) [[unlikely]] {
      Restart();
    }
  }

  const Recording& recording_;
  ThreadTree* const tree_;
  FunctionTable& functions_;
  const RecordedMetrics metrics_;
  const RecorderOptions options_;
  OpenCall* open_ = nullptr;  // [0] is the bottom, [open_count_] the innermost call
  uint32_t open_count_ = 0;
  uint32_t open_room_ = 0;
  bool is_awaiting_ = false;
  uint64_t last_time_ = 0;
  uint64_t last_cpu_time_ = 0;
  uint64_t cost_ = 0;  // the thread's total cost so far: time, or calls without time
};

// The recorder of the calling thread, made at its first call. Null without memory. With the GIL held. It ends
// with the thread.
ThreadRecorder* ThisThreadRecorder(const Recording& recording);

// In the child of a fork, by the thread that forked: its recorder starts anew.
void RestartThisThread();

// Names the thread as the program does: `thread` is its threading.Thread; any other object is ignored.
void NameThisThread(ThreadRecorder& recorder, PyObject* thread);

// Makes the interpreter report the calls of all threads to the recorder, from now until the process ends: by
// sys.monitoring if there is one, else by the profile function of each thread. Borrows `recording`, which
// must live until the process ends. False with a Python error set.
//
// A program that sets a profile function of its own replaces the recorder's in that thread (not with
// sys.monitoring): calls from then on are not counted.
bool ObserveCalls(const Recording& recording);

// Begins to observe calls as ObserveCalls() does, and measures what that costs a call: some ms, with calls of
// an empty function in Python and of a short one in C by this thread, whose recorder is `recorder`, before
// and after. Records the smaller of the two costs in the trace memory, so that time corrected by it is never
// less than it was. The contexts of these calls stay, with values of 0. Records nothing if time is not
// counted.
bool ObserveCalibrated(const Recording& recording, ThreadRecorder& recorder);

}  // namespace ringscope
