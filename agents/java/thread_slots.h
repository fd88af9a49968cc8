#pragma once

#include <cstdint>

namespace ringscope::java {

// What the probe keeps of a thread, by the thread's number. All zeros: the thread is not known yet.
struct alignas(64) ThreadSlot {
  int64_t node = 0;    // the address of the node it is in, relative to that of ThreadSlots::lost()
  int64_t depth = 0;   // of calls in what is lost
  int64_t before = 0;  // `node` before it got lost
  int64_t root = 0;
  int64_t unused[4] = {};
};
static_assert(sizeof(ThreadSlot) == 64);

// The slots of all threads: zeros that take memory where they are used. Slot 0 is that of all threads that
// have no slot, which are lost always.
class ThreadSlots {
 public:
  static constexpr int64_t kMostSlots = int64_t{1} << 24;

  ThreadSlots() = default;
  ThreadSlots(const ThreadSlots&) = delete;
  ThreadSlots& operator=(const ThreadSlots&) = delete;

  // Takes addresses for as many slots as there are addresses for. False: for hardly any.
  [[nodiscard]] bool Reserve();

  [[nodiscard]] ThreadSlot* slots() const { return slots_; }
  [[nodiscard]] int64_t count() const { return count_; }
  // Stands for contexts that there is no memory for. It looks like a node without callees.
  [[nodiscard]] int64_t lost() const { return reinterpret_cast<int64_t>(slots_ + count_); }

 private:
  ThreadSlot* slots_ = nullptr;
  int64_t count_ = 0;
};

}  // namespace ringscope::java
