#pragma once

#include <time.h>

#include <cstdint>

namespace ringscope {

inline uint64_t ClockNs(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

// Takes tens of ns.
inline uint64_t WallTimeNs() { return ClockNs(CLOCK_MONOTONIC); }
// The time of the calling thread. Takes a system call: hundreds of ns.
inline uint64_t ThreadCpuTimeNs() { return ClockNs(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace ringscope
