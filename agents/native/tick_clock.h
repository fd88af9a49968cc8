#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "agents/common/clock.h"

namespace ringscope {

// Nanoseconds, at the price of one instruction where the processor has a counter of constant rate that all
// its cores share; else those of CLOCK_MONOTONIC.
class TickClock {
 public:
  // Looks which of both it is, and finds the rate within about 2 ms.
  void Calibrate();

  [[nodiscard]] uint64_t NowNs() const {
#if defined(__x86_64__)
    if (has_counter_) [[likely]] {
      // Of the whole span, not of differences: rounding does not add up.
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

}  // namespace ringscope
