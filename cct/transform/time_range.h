#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/query/language/placed_text.h"
#include "cct/tree/samples.h"

namespace ringscope {

// A part of the time of a recording, half-open, in nanoseconds since its first sample.
struct TimeRange {
  // No end: samples at this very time are in the range too.
  static constexpr uint64_t kOpenEnd = SampleSeries::kNoEnd;
  uint64_t begin_ns = 0;
  uint64_t end_ns = kOpenEnd;
  friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

// Takes a range off the front of `rest`: "2s..3.5s", "250ms..", "..1min"; units are ns, us, ms, s and min.
// Errors: kMalformed with the place and what was expected; times have whole nanoseconds and are below
// kOpenEnd, and the end comes after the begin.
[[nodiscard]] Result<TimeRange> TakeTimeRange(PlacedText& rest);

// As TakeTimeRange() reads it, exact and as short as it can be. The begin is below kOpenEnd.
[[nodiscard]] std::string FormatTimeRange(const TimeRange& range);

// "3.5s", "250ms", "0s": exact.
[[nodiscard]] std::string FormatTime(uint64_t time_ns);

// The error of a step whose text is not what is expected where `at` begins.
[[nodiscard]] inline tl::unexpected<Error> FailExpected(const PlacedText& at, std::string_view expected) {
  const PlacedText part = at.Trimmed();
  return FailAtColumn(ErrorCode::kMalformed, part.begin + 1,
                      fmt::format("expected {}, found {}", expected,
                                  part.empty() ? "the end of the step" : ShownWord(part.text)));
}

}  // namespace ringscope
