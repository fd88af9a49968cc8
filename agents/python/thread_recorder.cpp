#include "agents/python/thread_recorder.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>

#include "agents/common/clock.h"
#include "agents/python/functions.h"
#include "agents/python/interpreter.h"

namespace ringscope {
namespace {

constexpr uint32_t kFirstRoom = 256;
// The most frames entered unobserved whose callers are searched.
constexpr uint32_t kMostUnobserved = 1 << 16;
// The most calls between an __init__ and that of a superclass.
constexpr uint32_t kMostNestedBirths = 8;
// The input size if no argument has a size.
constexpr uint64_t kNoSize = ~uint64_t{0};

// The length of an object of one of Python's own containers or a subclass: list, tuple, str, bytes,
// bytearray, dict, set and frozenset. Calls no code of the program, so __len__ does not count.
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

// Finds the largest argument of a call.
class LargestArgument {
 public:
  void Take(PyObject* argument) {
    if (argument == nullptr) {
      return;
    }
    if (const uint64_t length = LengthOf(argument); length != kNoSize) {
      length_ = std::max(length_, std::optional(length));
    } else if (PyLong_CheckExact(argument)) {
      int is_beyond = 0;
      const long long value = PyLong_AsLongLongAndOverflow(argument, &is_beyond);
      if (is_beyond == 0 && value >= 0) {
        number_ = std::max(number_, std::optional(static_cast<uint64_t>(value)));
      }
    }
  }
  [[nodiscard]] uint64_t size() const { return length_ ? *length_ : number_.value_or(kNoSize); }

 private:
  std::optional<uint64_t> length_, number_;
};

// The size of a call's input: the length of its largest argument. Each of *args is an argument; **kwargs are
// left out. If none has a length, the largest argument that is an int, not a bool and not below 0.
uint64_t InputSizeOf(const InterpreterFrame* frame, const KnownCode& known) {
  LargestArgument largest;
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

}  // namespace

ThreadRecorder::ThreadRecorder(const Recording& recording, ThreadTree* tree)
    : recording_(recording),
      tree_(tree),
      functions_(*recording.functions),
      metrics_(recording.metrics),
      options_(recording.options) {
  if (Grow()) {
    open_[0] = {.node = tree->root()};
  }
  Restart();
}

ThreadRecorder::~ThreadRecorder() { std::free(open_); }

void ThreadRecorder::Restart() {
  last_time_ = options_.has_time ? WallTimeNs() : 0;
  last_cpu_time_ = options_.has_cpu_time ? ThreadCpuTimeNs() : 0;
}

void ThreadRecorder::Charge() {
  TraceNode* node = open_[open_count_].node;
  if (options_.has_time) {
    const uint64_t now = WallTimeNs();
    node->values[metrics_.time] += now - last_time_;
    cost_ += now - last_time_;
    last_time_ = now;
  }
  if (options_.has_cpu_time) {
    const uint64_t now = ThreadCpuTimeNs();
    node->values[metrics_.cpu_time] += now - last_cpu_time_;
    last_cpu_time_ = now;
  }
}

bool ThreadRecorder::Grow() {
  const uint32_t room = open_room_ == 0 ? kFirstRoom : open_room_ * 2;
  void* memory = std::realloc(static_cast<void*>(open_), sizeof(OpenCall) * room);
  if (memory == nullptr) {
    return false;
  }
  open_ = static_cast<OpenCall*>(memory);
  open_room_ = room;
  return true;
}

ThreadRecorder::OpenCall* ThreadRecorder::Open(PythonFunction* function, const InterpreterFrame* frame,
                                               bool is_builtin) {
  if (function == nullptr || (open_count_ + 1 == open_room_ && !Grow())) {
    recording_.memory->CountLost(1);
    return nullptr;
  }
  OpenCall* caller = &open_[open_count_++];
  OpenCall* call = caller + 1;
  TraceNode* below = caller->node;
  if (options_.has_call_sites && !function->is_left_out) {
    below = CallSiteOf(*caller, is_builtin ? frame : CallerOf(frame));
  }
  // The node of a left-out function is its caller's, so its callees lie below its caller.
  *call = {.node = function->is_left_out ? below : tree_->CalleeOf(below, function->id),
           .frame = frame,
           .function = function,
           .start_cost = cost_,
           .input_size = kNoSize,
           .is_builtin = is_builtin};
  if (!options_.has_time && !function->is_left_out) {
    ++cost_;
  }
  return call;
}

TraceNode* ThreadRecorder::CallSiteOf(const OpenCall& caller, const InterpreterFrame* frame) {
  // A function in C, or a left-out one, has no calling line of its own.
  if (frame == nullptr || caller.frame != frame || caller.is_builtin || caller.function->is_left_out ||
      caller.node == tree_->lost()) {
    return caller.node;
  }
  KnownCode* known = functions_.FindKnownCode(CodeOf(frame));
  const uint32_t line = known == nullptr ? 0 : known->lines.Of(frame);
  return line == 0 ? caller.node : tree_->CalleeOf(caller.node, kTraceCallLines + line);
}

bool ThreadRecorder::CloseDownTo(const InterpreterFrame* frame, bool is_builtin) {
  for (uint32_t call = open_count_; call != 0; --call) {
    if (open_[call].frame == frame && open_[call].is_builtin == is_builtin) {
      open_count_ = call;
      return true;
    }
  }
  return false;
}

void ThreadRecorder::FollowFrames(const InterpreterFrame* caller) {
  // Open calls of functions in C on the way belong to the frame below them.
  const InterpreterFrame* known = caller;
  uint32_t unobserved = 0;
  while (known != nullptr && unobserved < kMostUnobserved && !CloseDownTo(known, false)) {
    known = CallerOf(known);
    ++unobserved;
  }
  if (known == nullptr || unobserved == kMostUnobserved) {
    open_count_ = 0;
  }
  if (unobserved == 0) {
    return;
  }
  // Opens the frames from the known one upwards, against the direction of their links.
  auto** frames = static_cast<const InterpreterFrame**>(std::malloc(sizeof(InterpreterFrame*) * unobserved));
  if (frames == nullptr) {
    return;
  }
  const InterpreterFrame* frame = caller;
  for (uint32_t i = unobserved; i != 0; --i, frame = CallerOf(frame)) {
    frames[i - 1] = frame;
  }
  for (uint32_t i = 0; i < unobserved; ++i) {
    const KnownCode* known_code = functions_.KnownCodeOf(CodeOf(frames[i]), frames[i]);
    if (known_code != nullptr) {
      Open(known_code->function, frames[i], false);
    }
  }
  std::free(static_cast<void*>(frames));
}

void ThreadRecorder::EnterFrame(const InterpreterFrame* frame, PyCodeObject* code, Entry entry) {
  const InterpreterFrame* caller = CallerOf(frame);
  if (is_awaiting_) [[unlikely]] {
    if (caller != nullptr) {
      return;
    }
    is_awaiting_ = false;
    Restart();
  }
  KnownCode* known = functions_.FindKnownCode(code);
  if (known == nullptr || !IsLeftOut(known->function)) {
    Charge();
  }
  if (open_count_ != 0 && open_[open_count_].frame != caller) [[unlikely]] {
    FollowFrames(caller);
  }
  if (known == nullptr) {
    known = functions_.KnownCodeOf(code, frame);
  }
  OpenCall* call = Open(known == nullptr ? nullptr : known->function, frame, false);
  if (call == nullptr) {
    return;
  }
  if (call->function->is_left_out) {
    LeaveOutMeeting();
    return;
  }
  ++call->node->values[entry == Entry::kCall ? metrics_.calls : metrics_.resumptions];
  if (known->has_receiver && entry == Entry::kCall) {
    NoteReceiver(*call, *known, LocalOf(frame, 0, known->is_receiver_in_cell));
  }
  if (options_.has_types && entry == Entry::kCall) {
    NoteTypes(*call, *known, frame);
  }
  if (known->is_resumable) {
    // The frame is left many times, and no single exit has the result or the cost of the call.
    call->receiver = nullptr;
  } else if (options_.has_sizes) {
    call->input_size = InputSizeOf(frame, *known);
  }
  LeaveOutMeeting();
}

void ThreadRecorder::NoteTypes(OpenCall& call, const KnownCode& known, const InterpreterFrame* frame) {
  // The values that a generator yields are not its results.
  call.is_typed = !known.is_resumable;
  int slot = 0;
  if (known.is_method) {
    PyObject* receiver = LocalOf(frame, slot++, known.is_receiver_in_cell);
    // A class method is called on the class, whose own type tells nothing.
    if (receiver != nullptr && PyType_Check(receiver) != 0) {
      tree_->AddType(call.node, kTraceReceiver,
                     recording_.types->IdOf(reinterpret_cast<PyTypeObject*>(receiver)));
    } else if (receiver != nullptr) {
      NoteType(call, kTraceReceiver, receiver);
    }
  }
  const int end = std::min<int>(known.argument_slots, slot + int{kTraceArguments});
  for (uint32_t role = kTraceFirstArgument; slot < end; ++slot, ++role) {
    if (PyObject* argument = LocalOf(frame, slot, true)) {
      NoteType(call, role, argument);
    }
  }
}

void ThreadRecorder::NoteReceiver(OpenCall& call, const KnownCode& known, PyObject* receiver) {
  if (receiver == nullptr) {
    return;
  }
  try {
    if (known.is_birth && !IsBeingBorn(receiver)) {
      functions_.births().Add(receiver);
    }
    call.receiver = receiver;
    call.is_birth = known.is_birth;
    if (call.function->receivers->IsFull()) {
      return;
    }
    call.identity =
        PyType_Check(receiver) != 0 ? Births::OfLasting(receiver) : functions_.births().Of(receiver);
    call.function->receivers->OnCall(call.identity);
  } catch (const std::bad_alloc&) {
    call.receiver = nullptr;
  }
}

bool ThreadRecorder::IsBeingBorn(const PyObject* object) const {
  const uint32_t lowest = open_count_ > kMostNestedBirths ? open_count_ - kMostNestedBirths : 1;
  // The innermost call is that of the __init__ in question, which has no receiver yet.
  for (uint32_t call = open_count_ - 1; call >= lowest; --call) {
    if (open_[call].receiver == object && open_[call].is_birth) {
      return true;
    }
  }
  return false;
}

void ThreadRecorder::EnterBuiltin(const InterpreterFrame* frame, PythonFunction* function,
                                  PyObject* receiver) {
  if (is_awaiting_) [[unlikely]] {
    return;
  }
  if (!IsLeftOut(function)) {
    Charge();
  }
  if (open_count_ != 0 && open_[open_count_].frame != frame) [[unlikely]] {
    FollowFrames(frame);
  }
  OpenCall* call = Open(function, frame, true);
  if (call == nullptr) {
    return;
  }
  if (!function->is_left_out) {
    ++call->node->values[metrics_.calls];
    if (options_.has_types && receiver != nullptr) {
      NoteType(*call, kTraceReceiver, receiver);
    }
    if (options_.has_sizes) {
      call->input_size = receiver == nullptr ? kNoSize : LengthOf(receiver);
    }
  }
  if (function->ends_process) [[unlikely]] {
    recording_.memory->Finish();
  }
  LeaveOutMeeting();
}

template <bool kIsBuiltin>
void ThreadRecorder::Leave(const InterpreterFrame* frame, bool by_exception, PyObject* value) {
  if (is_awaiting_) [[unlikely]] {
    return;
  }
  if (LeaveLeftOut(frame, kIsBuiltin)) {
    return;
  }
  Charge();
  if (const OpenCall& innermost = open_[open_count_];
      (innermost.frame != frame || innermost.is_builtin != kIsBuiltin) && !CloseDownTo(frame, kIsBuiltin))
      [[unlikely]] {
    return;
  }
  OpenCall& call = open_[open_count_];
  if (call.function->is_left_out) {
    --open_count_;
    return;
  }
  if (by_exception) {
    ++call.node->values[metrics_.exceptions];
  } else if (call.receiver != nullptr) {
    call.function->receivers->OnReturn(call.identity, call.receiver, value);
  }
  if (call.is_typed && !by_exception && value != nullptr) {
    NoteType(call, kTraceResult, value);
  }
  if (call.input_size != kNoSize) {
    tree_->AddPoint(call.node, call.input_size, cost_ - call.start_cost);
  }
  --open_count_;
}

template void ThreadRecorder::Leave<false>(const InterpreterFrame* frame, bool by_exception, PyObject* value);
template void ThreadRecorder::Leave<true>(const InterpreterFrame* frame, bool by_exception, PyObject* value);

}  // namespace ringscope
