#pragma once

#include <cstdint>
#include <mutex>

#include "agents/common/trace_memory.h"

namespace ringscope::java {

// What the probe keeps of a function that is called on objects. All zeros: nothing.
struct FunctionKnowledge {
  // The address of a table of entries of 8 bytes (the receiver's hash, that of what it returned first), a
  // multiple of 64, and the number of entries as a power of two. 0: none.
  uint64_t table = 0;
  uint32_t last_receiver = 0;
  uint32_t receivers = 0;
  uint32_t flags = 0;
  uint32_t unused = 0;
  uint64_t cell = 0;  // the address of the TraceFunctionCell
};
static_assert(sizeof(FunctionKnowledge) == 32);

// The tables of receivers of all functions. A table that became too small is copied and stays, as other
// threads may be using it: all of a function together have twice the size of its last one.
class ReceiverTables {
 public:
  explicit ReceiverTables(TraceMemory& memory) : memory_(memory) {}
  ReceiverTables(const ReceiverTables&) = delete;
  ReceiverTables& operator=(const ReceiverTables&) = delete;

  [[nodiscard]] bool Reserve();
  [[nodiscard]] FunctionKnowledge* functions() const { return functions_; }

  // A table for more receivers, as FunctionKnowledge::table; 0 without memory for it.
  uint64_t Grow(uint32_t function);

 private:
  TraceMemory& memory_;
  FunctionKnowledge* functions_ = nullptr;
  std::mutex mutex_;
};

}  // namespace ringscope::java
