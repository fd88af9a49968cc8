#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/tree/import_report.h"

namespace ringscope {

// How often a profile was sampled stands among its notes, as a sentence that readers of files find again.

// "Sampled every 1000 us.", "Sampled every 1003.009 us."
[[nodiscard]] std::string SamplingPeriodNote(uint64_t period_ns);
[[nodiscard]] bool IsSamplingPeriodNote(std::string_view note);
// What such a note says: "ns" for whatever unit of time ("Sampled every 1 millisecond."), else the unit as it
// stands there ("Sampled every 100000 cycles."). Count 0: there is no such note, there are several that
// differ, or one of memory, whose numbers writers scale up themselves.
struct SamplingPeriod {
  uint64_t count = 0;
  std::string unit;
  bool operator==(const SamplingPeriod&) const = default;
};
[[nodiscard]] SamplingPeriod SamplingPeriodOf(const ImportReport& report);

}  // namespace ringscope
