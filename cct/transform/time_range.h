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
  // No end: samples at exactly this time are in the range, too.
  static constexpr uint64_t kOpenEnd = SampleSeries::kNoEnd;
  uint64_t begin_ns = 0;
  uint64_t end_ns = kOpenEnd;
  friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

// Reads a range off the front of `rest`: "2s..3.5s", "250ms..", "..1min"; units are ns, us, ms, s and min.
// Times are whole nanoseconds and below kOpenEnd; the end is after the begin. Errors: kMalformed with the
// column and what was expected.
[[nodiscard]] Result<TimeRange> TakeTimeRange(PlacedText& rest);

// The shortest text that TakeTimeRange() reads back exactly. The begin is below kOpenEnd.
[[nodiscard]] std::string FormatTimeRange(const TimeRange& range);

// "3.5s", "250ms", "0s": exact.
[[nodiscard]] std::string FormatTime(uint64_t time_ns);

// The error of a step whose text at the begin of `at` is not the expected one.
[[nodiscard]] inline tl::unexpected<Error> FailExpected(const PlacedText& at, std::string_view expected) {
  const PlacedText part = at.Trimmed();
  return FailAtColumn(ErrorCode::kMalformed, part.begin + 1,
                      fmt::format("expected {}, found {}", expected,
                                  part.empty() ? "the end of the step" : ShownWord(part.text)));
}

}  // namespace ringscope
