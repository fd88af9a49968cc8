#pragma once

#include <cstddef>
#include <cstdint>

#include "cct/trace/trace_layout.h"

namespace ringscope {

// A call that has not returned. `frame` is the address at which the function's frame ends (its canonical
// frame address: the stack pointer before the call), so it tells which calls are gone: a stack grows
// downwards, and what lies below the frame of a new call cannot be its caller. Exceptions and longjmp() need
// nothing else. Functions that are inlined have the frame of their caller, and return to where that returns
// to.
struct CallFrame {
  TraceNode* node = nullptr;
  uintptr_t frame = 0;
  const void* function = nullptr;  // or one of those below
  const void* site = nullptr;      // where it returns to
  uintptr_t place = 0;             // that told of the call (CodeTable)
};

// The bottom of a CallStack, whose frame is where the thread's own stack begins.
inline constexpr const void* kNoCall = nullptr;
// Calls for which there was no memory, as one.
inline constexpr const void* kManyCalls = "";

// The calls of one thread that have not returned, in memory from mmap() that doubles when it is full.
//
// Functions may run on other stacks than that of their thread: handlers of signals, and coroutines. Of a
// stack that lies above the thread's own one the frames are kept with `frame` 0, as they cannot be compared;
// of any other one calls look as if the thread's own stack had grown down to them, which is as good.
class CallStack {
 public:
  // Its memory stays until End(), as what is in thread-local storage must not need a destructor.
  constexpr CallStack() = default;
  CallStack(const CallStack&) = delete;
  CallStack& operator=(const CallStack&) = delete;

  // With kNoCall of `node` at the bottom. False without memory.
  [[nodiscard]] bool Begin(TraceNode* node, uintptr_t stack_begin);
  void End();
  [[nodiscard]] bool IsBegun() const { return begin_ != nullptr; }

  // The innermost call, or the bottom.
  [[nodiscard]] const CallFrame& top() const { return *top_; }
  // Where the thread's own stack begins.
  [[nodiscard]] uintptr_t bottom_frame() const { return begin_->frame; }
  // Whether a frame lies on another stack, above the thread's own.
  [[nodiscard]] bool IsElsewhere(uintptr_t frame) const { return frame > begin_->frame; }

  // Whether PushSlowly() has to be taken. One place is left for kManyCalls.
  [[nodiscard]] bool IsFull() const { return top_ + 2 >= end_; }
  // Not while it is full.
  void Push(const CallFrame& call) { *++top_ = call; }
  // Not at the bottom.
  void Pop() { --top_; }

  // Whether nothing is gone when such a call comes.
  [[nodiscard]] bool IsBelow(uintptr_t frame, const void* site, uintptr_t place, bool is_inlined) const {
    return frame < top_->frame || (frame == top_->frame && is_inlined && IsWithin(site, place));
  }
  // Takes off all that is gone when such a call comes. O(what it takes off).
  void Unwind(uintptr_t frame, const void* site, uintptr_t place, bool is_inlined);
  // What a return of `function` takes off: what is gone, and that call. False where it is not among the
  // calls: then only what is gone. `stack` is the hook's frame; `is_in_place`: that of the function is gone
  // already, as it jumped to the hook.
  bool Return(const void* function, uintptr_t stack, bool is_in_place);
  // Push() when there may be no room: then it is part of kManyCalls, in the context `lost`.
  void PushSlowly(const CallFrame& call, TraceNode* lost);

 private:
  [[nodiscard]] bool Grow();
  void PopElsewhere();
  // A call of the same frame: whether it was inlined into the innermost one. It was not if the program comes
  // to its place again, as then it has left what was begun there.
  [[nodiscard]] bool IsWithin(const void* site, uintptr_t place) const {
    if (top_->site != site) {
      return false;
    }
    for (const CallFrame* call = top_; call->frame == top_->frame; --call) {
      if (call->place == place) {
        return false;
      }
    }
    return true;
  }

  CallFrame* top_ = nullptr;
  CallFrame* end_ = nullptr;
  CallFrame* begin_ = nullptr;
  size_t bytes_ = 0;
  uint64_t many_calls_ = 0;         // what kManyCalls stands for
  uintptr_t many_calls_frame_ = 0;  // of the outermost of them
};

}  // namespace ringscope
