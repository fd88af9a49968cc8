#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "agents/common/trace_memory.h"

// The tables of instrumented code (RingscopeProbe.java), beside the trace memory.
namespace ringscope::java {

// Memory of zeros, which takes pages as they are used. Null without addresses for it.
[[nodiscard]] void* ReserveZeros(size_t bytes);

// The probe's data of a function that is called on objects. All zeros: no data yet.
struct FunctionKnowledge {
  // The address of a table of entries of 8 bytes (the hashes of a receiver and of the first object returned
  // to it), a multiple of 64, plus the number of entries as a power of two. 0: no table.
  uint64_t table = 0;
  uint32_t last_receiver = 0;
  uint32_t receivers = 0;
  uint32_t flags = 0;
  uint32_t unused = 0;
  uint64_t cell = 0;  // the address of the TraceFunctionCell
};
static_assert(sizeof(FunctionKnowledge) == 32);

// The tables of receivers of all functions. A table that became too small is copied and stays, as other
// threads may be using it: all tables of a function together have twice the size of its last one.
class ReceiverTables {
 public:
  explicit ReceiverTables(TraceMemory& memory) : memory_(memory) {}
  ReceiverTables(const ReceiverTables&) = delete;
  ReceiverTables& operator=(const ReceiverTables&) = delete;

  [[nodiscard]] bool Reserve();
  [[nodiscard]] FunctionKnowledge* functions() const { return functions_; }

  // Makes a table for more receivers, as FunctionKnowledge::table; 0 without memory for it.
  uint64_t Grow(uint32_t function);

 private:
  TraceMemory& memory_;
  FunctionKnowledge* functions_ = nullptr;
  std::mutex mutex_;
};

// The probe's data of a thread, by the thread's number. All zeros: the thread is not known yet.
struct alignas(64) ThreadSlot {
  int64_t node = 0;    // the address of its current node, relative to that of ThreadSlots::lost()
  int64_t depth = 0;   // of calls while it is lost
  int64_t before = 0;  // `node` before it got lost
  int64_t root = 0;
  ThreadTree* tree = nullptr;  // its tree, wherever a virtual thread runs
  int64_t unused[3] = {};
};
static_assert(sizeof(ThreadSlot) == 64);

// The slots of all threads: zeros that take memory while they are used. Threads without a number yet (0), and
// threads without a slot, are always lost.
class ThreadSlots {
 public:
  static constexpr int64_t kMostSlots = int64_t{1} << 24;

  ThreadSlots() = default;
  ThreadSlots(const ThreadSlots&) = delete;
  ThreadSlots& operator=(const ThreadSlots&) = delete;

  // Reserves addresses for as many slots as possible. False: for hardly any.
  [[nodiscard]] bool Reserve();

  // Ends a thread: its further calls count nowhere. Any thread.
  void End(ThreadSlot* slot);

  [[nodiscard]] ThreadSlot* slots() const { return slots_; }
  [[nodiscard]] int64_t count() const { return count_; }
  // Stands for contexts without memory. It looks like a node without callees.
  [[nodiscard]] int64_t lost() const { return reinterpret_cast<int64_t>(slots_ + count_); }
  // The slot of all threads whose number is too large.
  [[nodiscard]] ThreadSlot* overflow() const { return slots_ + count_ + 1; }
  [[nodiscard]] bool IsOfOneThread(const ThreadSlot* slot) const {
    return slot != slots_ && slot != overflow();
  }

 private:
  ThreadSlot* slots_ = nullptr;
  int64_t count_ = 0;
  // Counts of ended threads, by page of slots. A page whose threads all have ended is given back when the
  // next page is full, as its last thread is not quite at its end yet. Programs may start millions of virtual
  // threads.
  std::atomic<uint8_t>* ended_ = nullptr;
  std::atomic<int64_t> full_page_ = -1;
};

}  // namespace ringscope::java
