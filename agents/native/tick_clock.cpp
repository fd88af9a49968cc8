#include "agents/native/tick_clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ringscope {

#if defined(__x86_64__)
namespace {

constexpr uint64_t kCalibrationNs = 2'000'000;

// The processor says that the counter runs at one rate, whatever it does.
bool HasInvariantCounter() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
}

struct Moment {
  uint64_t tick = 0, ns = 0;
};

// Both at one time: of several tries the one that took least, as another one may have been interrupted.
Moment ReadBoth() {
  Moment best;
  uint64_t least = UINT64_MAX;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const uint64_t before = __rdtsc();
    const uint64_t ns = WallTimeNs();
    const uint64_t after = __rdtsc();
    if (after - before < least) {
      least = after - before;
      best = {.tick = before + (after - before) / 2, .ns = ns};
    }
  }
  return best;
}

}  // namespace
#endif

void TickClock::Calibrate() {
#if defined(__x86_64__)
  if (!HasInvariantCounter()) {
    return;
  }
  const Moment first = ReadBoth();
  while (WallTimeNs() - first.ns < kCalibrationNs) {
  }
  const Moment last = ReadBoth();
  if (last.tick <= first.tick) {
    return;  // it stands still, or goes back: some virtual machine's
  }
  const auto span_32 = static_cast<Wide>(last.ns - first.ns) << 32;
  ns_per_tick_32_ = static_cast<uint64_t>(span_32 / (last.tick - first.tick));
  first_tick_ = first.tick;
  has_counter_ = ns_per_tick_32_ != 0;
#endif
}

}  // namespace ringscope
