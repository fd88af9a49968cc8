#pragma once

#include <atomic>

namespace ringscope {

class TraceMemory;

// The trace memory of this process, or null: handlers of fork() have no other way to it.
extern constinit std::atomic<TraceMemory*> active_trace_memory;

}  // namespace ringscope
