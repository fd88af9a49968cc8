#pragma once

#include <atomic>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "agents/common/clock.h"
#include "agents/common/trace_memory.h"
#include "agents/native/call_stack.h"
#include "agents/native/code_registry.h"

namespace ringscope {

// Nanoseconds, at the price of one instruction if the processor has a counter of constant rate that all its
// cores share; else those of CLOCK_MONOTONIC.
class TickClock {
 public:
  // Finds out whether there is such a counter, and its rate, within about 2 ms.
  void Calibrate();

  [[nodiscard]] uint64_t NowNs() const {
#if defined(__x86_64__)
    if (has_counter_) [[likely]] {
      // Converts the whole span, not differences: rounding does not add up.
      const auto ticks = static_cast<Wide>(__rdtsc() - first_tick_);
      return static_cast<uint64_t>(ticks * ns_per_tick_32_ >> 32);
    }
#endif
    return WallTimeNs();
  }
  [[nodiscard]] bool has_counter() const { return has_counter_; }

 private:
  __extension__ using Wide = unsigned __int128;
  bool has_counter_ = false;
  uint64_t first_tick_ = 0;
  uint64_t ns_per_tick_32_ = 0;  // in units of 2^-32 ns
};

// A value in static memory that exists before any code runs and is never destroyed, as a recorder is in use
// until the end of its process. T needs a constexpr constructor without parameters.
template <typename T>
union NeverDestroyed {
  constexpr NeverDestroyed() : value() {}
  ~NeverDestroyed() {}
  T value;
};

// The data that a thread needs with each call, in thread-local storage.
struct ThreadRecord {
  // 0, or the stack pointer of the running hook: a signal handler that interrupts it counts no calls. Not a
  // flag, as siglongjmp() may leave the hook: then the stack pointer of a later hook lies above it.
  uintptr_t busy = 0;
  ThreadTree* tree = nullptr;
  CallStack stack;
  uint64_t last_ns = 0;  // the time up to which contexts have got their time
};
extern constinit thread_local ThreadRecord this_thread_record __attribute__((tls_model("initial-exec")));

enum class RecorderState : uint32_t { kUnknown, kOff, kOn };

// Counts the calls of a program whose functions tell a hook when they are entered and left, and their time.
//
// It starts with the first call, if the environment asks for a file (AgentSettings), so that programs without
// hooks that inherit the library make no file. RINGSCOPE_MEASURE=calls leaves time out.
class NativeRecorder {
 public:
  constexpr NativeRecorder() = default;

  // The hooks: `site` is the address that the function returns to, `place` the one that the hook returns to,
  // `stack` the hook's own frame address, `is_in_place` whether the function jumped to the hook. The fast
  // paths take a few ns each.
  void Enter(ThreadRecord& thread, void* function, void* site, uintptr_t place, uintptr_t stack) {
    if (thread.busy != 0 && !MayEnter(thread, stack)) [[unlikely]] {
      return;
    }
    thread.busy = stack;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (thread.tree != nullptr) [[likely]] {
      EnterStarted(thread, function, site, place, stack);
    } else if (BeginThread(thread)) {
      EnterStarted(thread, function, site, place, stack);
    }
    std::atomic_signal_fence(std::memory_order_seq_cst);
    thread.busy = 0;
  }
  void Exit(ThreadRecord& thread, void* function, uintptr_t stack, bool is_in_place) {
    if (thread.tree == nullptr || (thread.busy != 0 && !MayEnter(thread, stack))) [[unlikely]] {
      return;
    }
    thread.busy = stack;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const CallFrame& top = thread.stack.top();
    if (top.function == function && stack <= top.frame) [[likely]] {
      GiveTime(thread);
      thread.stack.Pop();
    } else if (!registry_.IsLeftOut(reinterpret_cast<uintptr_t>(function))) {
      GiveTime(thread);
      thread.stack.Return(function, stack, is_in_place);
    }
    std::atomic_signal_fence(std::memory_order_seq_cst);
    thread.busy = 0;
  }

  // Call when libraries may have been unloaded.
  void AfterUnload();
  // Call when the program ends.
  void Finish();

 private:
  void EnterStarted(ThreadRecord& thread, void* function, void* site, uintptr_t place, uintptr_t stack) {
    const CodeTable::Entry* const entry =
        registry_.table().Find(place, reinterpret_cast<uintptr_t>(function));
    // Its time stays with its caller, which also gets its callees.
    if (entry != nullptr && entry->is_left_out) [[unlikely]] {
      return;
    }
    GiveTime(thread);
    if (entry != nullptr) [[likely]] {
      const uintptr_t frame = stack + entry->frame_bytes.load(std::memory_order_relaxed);
      if (ReturnsTo(frame, site) && thread.stack.IsBelow(frame, site, place, entry->is_inlined) &&
          !thread.stack.IsFull()) [[likely]] {
        TraceNode* const node = thread.tree->CalleeOf(thread.stack.top().node, entry->id);
        ++node->values[kCalls];
        thread.stack.Push({node, frame, function, site, place});
        return;
      }
    }
    EnterSlowly(thread, function, site, place, stack);
  }
  // Gives the time up to now to the innermost call.
  void GiveTime(ThreadRecord& thread) {
    if (!has_time_) {
      return;
    }
    const uint64_t now_ns = clock_.NowNs();
    const CallFrame& top = thread.stack.top();
    // Counters of different cores may be a little apart.
    if (top.function != kNoCall && now_ns > thread.last_ns) [[likely]] {
      top.node->values[kTime] += now_ns - thread.last_ns;
    }
    thread.last_ns = now_ns;
  }
  // The word below a frame is the address that its function returns to. Sanitizers are off: the word may be
  // any one of the stack.
  [[nodiscard, gnu::no_sanitize_address, gnu::no_sanitize_thread]] static bool ReturnsTo(uintptr_t frame,
                                                                                         const void* site) {
    return reinterpret_cast<const void* const*>(frame)[-1] == site;
  }

  [[nodiscard]] bool MayEnter(ThreadRecord& thread, uintptr_t stack);
  void EnterSlowly(ThreadRecord& thread, void* function, void* site, uintptr_t place, uintptr_t stack);
  [[nodiscard]] bool BeginThread(ThreadRecord& thread);
  [[nodiscard]] bool Start();
  [[nodiscard]] bool StartOnce();
  void CalibrateProbe();
  static void EndThread(void* thread);

  static constexpr int kCalls = 0;
  static constexpr int kTime = 1;

  std::atomic<RecorderState> state_ = RecorderState::kUnknown;
  bool has_time_ = false;
  TickClock clock_;
  TraceMemory memory_;
  CodeRegistry registry_{memory_};
  TraceLock start_lock_;
  uint32_t end_key_ = 0;  // of pthread_key_create(): its destructor ends a thread
};

extern constinit NeverDestroyed<NativeRecorder> native_recorder;

}  // namespace ringscope
