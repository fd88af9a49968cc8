#pragma once

#include <cstddef>
#include <cstdint>

#include "cct/trace/trace_layout.h"

namespace ringscope {

// A call that has not returned. `frame` is the address at which the function's frame ends (its canonical
// frame address: the stack pointer before the call). It shows which calls are gone: a stack grows downwards,
// and a call whose frame lies below that of a new call cannot be its caller. So exceptions and longjmp() need
// no hooks. Inlined functions have the frame of their caller, and return to the same place.
struct CallFrame {
  TraceNode* node = nullptr;
  uintptr_t frame = 0;
  const void* function = nullptr;  // or one of the constants below
  const void* site = nullptr;      // the address that it returns to
  uintptr_t place = 0;             // where the hook of this call returns to (CodeTable)
};

// The bottom of a CallStack, whose frame is the begin of the thread's own stack.
inline constexpr const void* kNoCall = nullptr;
// Stands for all calls for which there was no memory.
inline constexpr const void* kManyCalls = "";

// The calls of one thread that have not returned, in memory from mmap() that doubles when it is full.
//
// Functions may run on other stacks than their thread's: signal handlers, and coroutines. Frames on a stack
// above the thread's own one cannot be compared and are kept with `frame` 0; calls on any other stack look as
// if the thread's own stack had grown down to them, which is as good.
class CallStack {
 public:
  // Its memory stays until End(), as objects in thread-local storage must not need a destructor.
  constexpr CallStack() = default;
  CallStack(const CallStack&) = delete;
  CallStack& operator=(const CallStack&) = delete;

  // Begins with kNoCall of `node` at the bottom. False without memory.
  [[nodiscard]] bool Begin(TraceNode* node, uintptr_t stack_begin);
  void End();
  [[nodiscard]] bool IsBegun() const { return begin_ != nullptr; }

  // The innermost call, or the bottom.
  [[nodiscard]] const CallFrame& top() const { return *top_; }
  // The begin of the thread's own stack.
  [[nodiscard]] uintptr_t bottom_frame() const { return begin_->frame; }
  // Whether a frame lies on another stack, above the thread's own.
  [[nodiscard]] bool IsElsewhere(uintptr_t frame) const { return frame > begin_->frame; }

  // Whether a call needs PushSlowly(). One place is left for kManyCalls.
  [[nodiscard]] bool IsFull() const { return top_ + 2 >= end_; }
  // Only if the stack is not full.
  void Push(const CallFrame& call) { *++top_ = call; }
  // Only above the bottom.
  void Pop() { --top_; }

  // Whether no call is gone when such a call comes.
  [[nodiscard]] bool IsBelow(uintptr_t frame, const void* site, uintptr_t place, bool is_inlined) const {
    return frame < top_->frame || (frame == top_->frame && is_inlined && IsWithin(site, place));
  }
  // Takes off all calls that are gone when such a call comes. O(calls taken off).
  void Unwind(uintptr_t frame, const void* site, uintptr_t place, bool is_inlined);
  // Takes off the call of `function` that returns, and all calls that are gone by then. False if it is not
  // among the calls: then only calls that are gone are taken off. `stack` is the hook's frame; `is_in_place`:
  // the function's frame is gone already, as the function jumped to the hook.
  bool Return(const void* function, uintptr_t stack, bool is_in_place);
  // Push() when there may be no room: then the call becomes part of kManyCalls, in the context `lost`.
  void PushSlowly(const CallFrame& call, TraceNode* lost);

 private:
  [[nodiscard]] bool Grow();
  void PopElsewhere();
  // Whether a call of the same frame was inlined into the innermost one. It was not if the program has come
  // to the same place again, as then the calls begun there have ended.
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
  uint64_t many_calls_ = 0;         // the number of calls in kManyCalls
  uintptr_t many_calls_frame_ = 0;  // of the outermost of these calls
};

}  // namespace ringscope
