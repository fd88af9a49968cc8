#pragma once

#include <cstdint>
#include <string>

#include "cct/tree/import_report.h"

namespace ringscope {

// How often a profile was sampled stands among its notes, as a sentence that readers of files find again.

// "Sampled every 1000 us.", "Sampled every 1003.009 us."
[[nodiscard]] std::string SamplingPeriodNote(uint64_t period_ns);
// What such a note of the report says, in whatever unit of time ("Sampled every 1 millisecond."), in ns; 0:
// there is none.
[[nodiscard]] uint64_t SamplingPeriodOf(const ImportReport& report);

}  // namespace ringscope
