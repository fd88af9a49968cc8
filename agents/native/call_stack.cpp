#include "agents/native/call_stack.h"

#include <sys/mman.h>

namespace ringscope {
namespace {

constexpr size_t kFirstBytes = 64 * 1024;
constexpr size_t kMostBytes = size_t{1} << 30;

}  // namespace

bool CallStack::Begin(TraceNode* node, uintptr_t stack_begin) {
  void* memory = mmap(nullptr, kFirstBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  bytes_ = kFirstBytes;
  begin_ = static_cast<CallFrame*>(memory);
  end_ = begin_ + kFirstBytes / sizeof(CallFrame);
  top_ = begin_;
  *top_ = {.node = node, .frame = stack_begin, .function = kNoCall};
  return true;
}

void CallStack::End() {
  if (begin_ != nullptr) {
    munmap(begin_, bytes_);
  }
  begin_ = end_ = top_ = nullptr;
}

bool CallStack::Grow() {
  if (bytes_ * 2 > kMostBytes) {
    return false;
  }
  void* memory = mremap(begin_, bytes_, bytes_ * 2, MREMAP_MAYMOVE);
  if (memory == MAP_FAILED) {
    return false;
  }
  top_ = static_cast<CallFrame*>(memory) + (top_ - begin_);
  begin_ = static_cast<CallFrame*>(memory);
  bytes_ *= 2;
  end_ = begin_ + bytes_ / sizeof(CallFrame);
  return true;
}

void CallStack::PopElsewhere() {
  while (top_ != begin_ && top_->frame == 0 && top_->function != kManyCalls) {
    --top_;
  }
}

void CallStack::Unwind(uintptr_t frame, const void* site, uintptr_t place, bool is_inlined) {
  if (IsElsewhere(frame)) {
    return;
  }
  for (;;) {
    PopElsewhere();
    const uintptr_t top_frame = top_->function == kManyCalls ? many_calls_frame_ : top_->frame;
    if (top_ == begin_ || top_frame > frame) {
      return;
    }
    if (is_inlined && top_frame == frame && top_->site == site) {
      if (IsWithin(site, place)) {
        return;
      }
      // Of the calls of one frame only those stay into which the new one is inlined.
      while (top_->place != place) {
        --top_;
      }
      --top_;
      return;
    }
    --top_;
  }
}

bool CallStack::Return(const void* function, uintptr_t stack, bool is_in_place) {
  const auto take_off_with_frame = [&](uintptr_t frame) {
    for (CallFrame* call = top_; call->frame == frame && call != begin_; --call) {
      if (call->function == function) {
        top_ = call - 1;
        return true;
      }
    }
    return false;
  };
  if (IsElsewhere(stack)) {
    // Frames on this stack cannot be compared; the call is among them, or not recorded.
    return take_off_with_frame(0);
  }
  for (;;) {
    PopElsewhere();
    if (top_ == begin_) {
      return false;
    }
    if (top_->function == kManyCalls) {
      if (many_calls_frame_ <= stack && !(is_in_place && many_calls_frame_ == stack)) {
        --top_;
        continue;
      }
      if (--many_calls_ == 0) {
        --top_;
      }
      return true;
    }
    if (top_->frame > stack || (is_in_place && top_->frame == stack)) {
      break;
    }
    --top_;
  }
  // Takes off the call itself, or one that it was inlined into.
  return take_off_with_frame(top_->frame);
}

void CallStack::PushSlowly(const CallFrame& call, TraceNode* lost) {
  if (top_->function == kManyCalls) {
    ++many_calls_;
    return;
  }
  const uintptr_t frame = IsElsewhere(call.frame) ? 0 : call.frame;
  if (!IsFull() || Grow()) {
    Push(call);
    top_->frame = frame;
    return;
  }
  many_calls_ = 1;
  many_calls_frame_ = frame;
  Push({.node = lost, .function = kManyCalls});
}

}  // namespace ringscope
