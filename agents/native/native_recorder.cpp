#include "agents/native/native_recorder.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "agents/common/message.h"

namespace ringscope {
namespace {

// How far up a frame's end is searched.
constexpr uintptr_t kMostFrameBytes = uintptr_t{1} << 20;
constexpr TraceMeasure kMeasures[] = {{"calls", "count", 1}, {"time", "ns", 1}};

class KeepErrno {
 public:
  KeepErrno() : error_(errno) {}
  ~KeepErrno() { errno = error_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  int error_;
};

bool IsMainThread() { return syscall(SYS_gettid) == getpid(); }

// The begin of this thread's stack, or a place a little above it. The main thread's stack has the
// environment's texts at its end; at the end of others lies the memory that the thread pointer points to.
uintptr_t StackBegin() {
  if (IsMainThread()) {
    const uintptr_t begin = getauxval(AT_EXECFN);
    return begin == 0 ? UINTPTR_MAX : begin;
  }
#if defined(__x86_64__)
  uintptr_t pointer = 0;
  __asm__("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
#else
  return reinterpret_cast<uintptr_t>(__builtin_thread_pointer());
#endif
}

// The thread's name in the system; programs may change it at any time.
std::string_view ThreadName(char (&name)[17]) {
  name[16] = 0;
  if (prctl(PR_GET_NAME, name) != 0) {
    name[0] = 0;
  }
  return name;
}

// Gives the thread's tree the thread's current name.
void NameThread(ThreadRecord& thread) {
  if (thread.tree != nullptr) {
    char name[17];
    thread.tree->SetName(ThreadName(name), static_cast<uint64_t>(syscall(SYS_gettid)));
  }
}

#if defined(__x86_64__)
constexpr uint64_t kCalibrationNs = 2'000'000;

// Whether the processor states that the counter runs at one rate in all its states.
bool HasInvariantCounter() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
}

struct Moment {
  uint64_t tick = 0, ns = 0;
};

// Reads both at the same time: takes the quickest of several tries, as others may have been interrupted.
Moment ReadBoth() {
  Moment best;
  uint64_t least = UINT64_MAX;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const uint64_t before = __rdtsc();
    const uint64_t ns = WallTimeNs();
    const uint64_t after = __rdtsc();
    if (after - before < least) {
      least = after - before;
      best = {.tick = before + (after - before) / 2, .ns = ns};
    }
  }
  return best;
}
#endif

// The calibration calls each hook through a function of its own, as programs do.
[[gnu::noinline]] void EnterForProbe(NativeRecorder& recorder, ThreadRecord& thread, void* function,
                                     uintptr_t stack) {
  recorder.Enter(thread, function, function, reinterpret_cast<uintptr_t>(function), stack);
}
[[gnu::noinline]] void ExitForProbe(NativeRecorder& recorder, ThreadRecord& thread, void* function,
                                    uintptr_t stack) {
  recorder.Exit(thread, function, stack, false);
}

}  // namespace

constinit thread_local ThreadRecord this_thread_record __attribute__((tls_model("initial-exec")));
constinit NeverDestroyed<NativeRecorder> native_recorder;

void TickClock::Calibrate() {
#if defined(__x86_64__)
  if (!HasInvariantCounter()) {
    return;
  }
  const Moment first = ReadBoth();
  while (WallTimeNs() - first.ns < kCalibrationNs) {
  }
  const Moment last = ReadBoth();
  if (last.tick <= first.tick) {
    return;  // the counter stands still, or goes back, as on some virtual machines
  }
  const auto span_32 = static_cast<Wide>(last.ns - first.ns) << 32;
  ns_per_tick_32_ = static_cast<uint64_t>(span_32 / (last.tick - first.tick));
  first_tick_ = first.tick;
  has_counter_ = ns_per_tick_32_ != 0;
#endif
}

bool NativeRecorder::MayEnter(ThreadRecord& thread, uintptr_t stack) {
  // A handler that interrupted a hook runs below it, or on a stack of its own; code above it on the same
  // stack was reached by siglongjmp().
  const bool is_left = stack > thread.busy && thread.stack.IsBegun() && !thread.stack.IsElsewhere(stack);
  if (!is_left && thread.tree != nullptr) {
    memory_.CountLost(1);
  }
  return is_left;
}

void NativeRecorder::EnterSlowly(ThreadRecord& thread, void* function, void* site, uintptr_t place,
                                 uintptr_t stack) {
  const KeepErrno keep;
  const auto code = reinterpret_cast<uintptr_t>(function);
  CodeTable::Entry* entry = registry_.table().Find(place, code);
  if (entry == nullptr) {
    entry = registry_.Add(place, code);
  }
  if (entry != nullptr && entry->is_left_out) {
    return;
  }
  uintptr_t frame = stack;
  TraceNode* node = thread.tree->lost();
  if (entry != nullptr) {
    frame += entry->frame_bytes.load(std::memory_order_relaxed);
    if (!ReturnsTo(frame, site)) {
      // The first call, or a frame whose size varies. The frame ends right behind the function's return
      // address.
      const uintptr_t begin = stack;
      const uintptr_t end = thread.stack.IsElsewhere(stack)
                                ? begin
                                : std::min(begin + kMostFrameBytes, thread.stack.bottom_frame());
      for (frame = begin + sizeof(void*); frame <= end && !ReturnsTo(frame, site); frame += sizeof(void*)) {
      }
      if (frame <= end) {
        entry->frame_bytes.store(static_cast<uint32_t>(frame - stack), std::memory_order_relaxed);
      } else {
        frame = stack;  // within the function's frame, which is nearly as good
      }
    }
    thread.stack.Unwind(frame, site, place, entry->is_inlined);
    node = thread.tree->CalleeOf(thread.stack.top().node, entry->id);
    ++node->values[kCalls];
  } else {
    thread.stack.Unwind(frame, site, place, false);
    memory_.CountLost(1);
  }
  thread.stack.PushSlowly({node, frame, function, site, place}, thread.tree->lost());
}

bool NativeRecorder::BeginThread(ThreadRecord& thread) {
  const RecorderState state = state_.load(std::memory_order_acquire);
  if (state == RecorderState::kOff) [[likely]] {
    return false;
  }
  const KeepErrno keep;
  if (state != RecorderState::kOn && !Start()) {
    return false;
  }
  char name[17];
  ThreadTree* const tree = memory_.BeginThread(ThreadName(name), static_cast<uint64_t>(syscall(SYS_gettid)));
  if (tree == nullptr) {
    return false;
  }
  if (!thread.stack.Begin(tree->root(), StackBegin())) {
    memory_.EndThread(tree);
    return false;
  }
  thread.tree = tree;
  thread.last_ns = has_time_ ? clock_.NowNs() : 0;
  if (!IsMainThread()) {
    pthread_setspecific(end_key_, &thread);
  }
  return true;
}

// If code runs in this thread later, its first call begins the thread again, and so this is called once more.
void NativeRecorder::EndThread(void* thread) {
  auto& ended = *static_cast<ThreadRecord*>(thread);
  if (ended.tree == nullptr) {
    return;
  }
  ended.busy = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  NameThread(ended);
  native_recorder.value.GiveTime(ended);
  native_recorder.value.memory_.EndThread(ended.tree);
  ended.tree = nullptr;
  ended.stack.End();
  ended.busy = 0;
}

bool NativeRecorder::Start() {
  const TraceLocked locked(start_lock_);
  const RecorderState state = state_.load(std::memory_order_acquire);
  if (state == RecorderState::kUnknown) {
    state_.store(StartOnce() ? RecorderState::kOn : RecorderState::kOff, std::memory_order_release);
  }
  return state_.load(std::memory_order_acquire) == RecorderState::kOn;
}

bool NativeRecorder::StartOnce() {
  AgentSettings settings;
  settings.ReadEnvironment();
  if (!settings.IsAsked()) {
    return false;
  }
  const char* const measure = getenv("RINGSCOPE_MEASURE");
  has_time_ = measure == nullptr || strcmp(measure, "calls") != 0;
  if (measure != nullptr && has_time_ && strcmp(measure, "time") != 0) {
    SayLine({"cannot use RINGSCOPE_MEASURE=", measure, "; expected calls or time"});
  }
  if (has_time_) {
    clock_.Calibrate();
  }
  if (pthread_key_create(&end_key_, &EndThread) != 0) {
    return false;
  }
  TraceDescription description{.tool = "ringscope native", .metrics = kMeasures, .calls_metric = kCalls};
  if (has_time_) {
    description.time_metric = kTime;
  } else {
    description.metrics = description.metrics.first(1);
  }
  if (!memory_.Start(settings, description)) {
    return false;
  }
  // The registry borrows these, and the trace memory lives as long.
  registry_.LeaveOut(memory_.LeftOut());
  memory_.SetForkLocks([] { native_recorder.value.registry_.Lock(); },
                       [] { native_recorder.value.registry_.Unlock(); });
  memory_.SetForkHandler([] { NameThread(this_thread_record); });
  if (has_time_) {
    memory_.AddAttribute("clock", clock_.has_counter() ? "counter of the processor" : "CLOCK_MONOTONIC");
    CalibrateProbe();
  }
  return true;
}

void NativeRecorder::CalibrateProbe() {
  constexpr int kRounds = 40;
  constexpr uint64_t kCallsARound = 200;
  static char function;
  const auto code = reinterpret_cast<uintptr_t>(&function);
  CodeTable::Entry* const entry =
      registry_.table().Insert(code, {.function = code, .id = ThreadTree::kMostFunctions - 1});
  ThreadTree* const tree = memory_.BeginThread("", 0);
  if (tree == nullptr || entry == nullptr) {
    return;
  }
  // Times calls of a function that does nothing. Its frame is this array, with the return address at its end.
  void* const frame[2] = {nullptr, &function};
  const auto stack = reinterpret_cast<uintptr_t>(frame);
  entry->frame_bytes.store(sizeof(frame), std::memory_order_relaxed);
  ThreadRecord thread;
  if (thread.stack.Begin(tree->root(), UINTPTR_MAX)) {
    thread.tree = tree;
    TraceNode* const node = tree->CalleeOf(tree->root(), entry->id);
    uint64_t least_ns = UINT64_MAX;
    uint64_t least_in_callee_ns = 0;
    for (int round = 0; round < kRounds; ++round) {
      node->values[kTime] = 0;
      const uint64_t begin_ns = clock_.NowNs();
      for (uint64_t call = 0; call < kCallsARound; ++call) {
        EnterForProbe(*this, thread, &function, stack);
        ExitForProbe(*this, thread, &function, stack);
      }
      const uint64_t span_ns = clock_.NowNs() - begin_ns;
      if (span_ns < least_ns) {
        least_ns = span_ns;
        least_in_callee_ns = std::min(node->values[kTime], span_ns);
      }
    }
    memory_.SetProbeCost(least_in_callee_ns * 1000 / kCallsARound,
                         (least_ns - least_in_callee_ns) * 1000 / kCallsARound);
  }
  memory_.EndThread(tree, false);
}

void NativeRecorder::AfterUnload() {
  if (state_.load(std::memory_order_acquire) == RecorderState::kOn) {
    const KeepErrno keep;
    ThreadRecord& thread = this_thread_record;
    const uintptr_t before = thread.busy;
    thread.busy = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    registry_.ForgetUnloaded();
    thread.busy = before;
  }
}

void NativeRecorder::Finish() {
  if (state_.load(std::memory_order_acquire) != RecorderState::kOn) {
    return;
  }
  ThreadRecord& thread = this_thread_record;
  if (thread.tree != nullptr && thread.busy == 0) {
    NameThread(thread);
    GiveTime(thread);
  }
  memory_.Finish();
}

}  // namespace ringscope
