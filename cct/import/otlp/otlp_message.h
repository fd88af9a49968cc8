#pragma once

#include <cstdint>
#include <string_view>

#include "cct/import/importer.h"
#include "cct/import/otlp/otlp_profile.h"

namespace ringscope {

// Which of the job's units reading a message takes.
struct OtlpProgress {
  uint64_t first_units = 0;
  double units_per_byte = 0;
};

// Reads all of a ProfilesData message: what is not a sample goes to `head` where it is not null, and each
// sample to `visitor`. Errors: kMalformed with the offset of the message that is wrong, kUnsupported (a
// draft), kLimit, kCancelled, and the visitor's.
[[nodiscard]] Result<void> ReadOtlpMessage(std::string_view message, const ImportRun& run, OtlpHead* head,
                                           OtlpSampleVisitor& visitor, const OtlpProgress& progress);

// Whether the first bytes of an input could be such a message, and tell it from other data.
[[nodiscard]] bool LooksLikeOtlpMessage(std::string_view prefix);

}  // namespace ringscope
