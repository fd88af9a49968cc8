#include "cct/transform/time_range.h"

#include <optional>

#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr EnumWords<uint64_t, 6> kUnits{{{"ns", 1},
                                         {"us", 1'000},
                                         {"\xc2\xb5s", 1'000},
                                         {"ms", 1'000'000},
                                         {"s", 1'000'000'000},
                                         {"min", 60'000'000'000}}};

// Appends a decimal digit; std::nullopt if the result is too large.
std::optional<uint64_t> WithDigit(uint64_t digits, char digit) {
  uint64_t result = 0;
  if (__builtin_mul_overflow(digits, uint64_t{10}, &result)) return std::nullopt;
  if (__builtin_add_overflow(result, static_cast<uint64_t>(digit - '0'), &result)) return std::nullopt;
  return result;
}

// Reads a time such as "3.5s" off the front.
Result<uint64_t> TakeTime(PlacedText& rest) {
  const PlacedText whole = rest;
  constexpr std::string_view kExpected = "a time such as 2s, 3.5ms or 1min";
  uint64_t digits = 0;
  uint64_t divisor = 1;
  bool has_digits = false;
  bool behind_point = false;
  size_t at = 0;
  for (; at < rest.text.size(); ++at) {
    const char c = rest.text[at];
    // Two points are the `..` of the range.
    if (c == '.' && !behind_point && !rest.text.substr(at).starts_with("..")) {
      behind_point = true;
      continue;
    }
    if (!IsDigit(c)) break;
    has_digits = true;
    const auto more = WithDigit(digits, c);
    if (!more || (behind_point && __builtin_mul_overflow(divisor, uint64_t{10}, &divisor)))
      return FailExpected(whole, "a time of fewer digits");
    digits = *more;
  }
  if (!has_digits) return FailExpected(whole, kExpected);
  rest = rest.Sub(at);
  const auto* const unit = FindPrefix(kUnits, rest.text);
  if (unit == nullptr) return FailExpected(rest, "a unit of time (ns, us, ms, s or min) behind the number");
  rest = rest.Sub(unit->word.size());
  if (!rest.empty() && !IsSpace(rest.text[0]) && !rest.text.starts_with(".."))
    return FailExpected(whole, kExpected);
  // Digits behind the point make the product larger than the time.
  __extension__ using Wide = unsigned __int128;
  const Wide scaled_ns = static_cast<Wide>(digits) * unit->value;
  if (scaled_ns / divisor >= TimeRange::kOpenEnd) return FailExpected(whole, "a time of less than 584 years");
  if (scaled_ns % divisor != 0) return FailExpected(whole, "a time of whole nanoseconds");
  return static_cast<uint64_t>(scaled_ns / divisor);
}

}  // namespace

Result<TimeRange> TakeTimeRange(PlacedText& rest) {
  constexpr std::string_view kExpected = "a range of time such as 2s..3.5s, 2s.. or ..3.5s";
  const PlacedText whole = rest;
  TimeRange range;
  const bool has_begin = !rest.text.starts_with("..");
  if (has_begin) {
    if (rest.empty() || !(IsDigit(rest.text[0]) || rest.text[0] == '.')) return FailExpected(rest, kExpected);
    RINGSCOPE_ASSIGN(range.begin_ns, TakeTime(rest));
    rest = rest.Trimmed();
  }
  if (!rest.text.starts_with("..")) return FailExpected(rest, "'..' behind the time");
  rest = rest.Sub(2).Trimmed();
  if (rest.empty()) {
    if (!has_begin) return FailExpected(whole, kExpected);
    return range;
  }
  const PlacedText end = rest;
  RINGSCOPE_ASSIGN(range.end_ns, TakeTime(rest));
  if (range.end_ns <= range.begin_ns) return FailExpected(end, "a time after the begin of the range");
  rest = rest.Trimmed();
  return range;
}

std::string FormatTime(uint64_t time_ns) {
  // The largest unit of which the time is at least 1; minutes are not decimal.
  for (const std::string_view word : {"s", "ms", "us"}) {
    const uint64_t unit_ns = *ValueOfWord(kUnits, word);
    if (time_ns >= unit_ns || time_ns == 0) return ExactDecimalText(time_ns, unit_ns) + std::string(word);
  }
  return fmt::format("{}ns", time_ns);
}

std::string FormatTimeRange(const TimeRange& range) {
  const bool open_end = range.end_ns == TimeRange::kOpenEnd;
  std::string text;
  if (range.begin_ns > 0 || open_end) text += FormatTime(range.begin_ns);
  text += "..";
  if (!open_end) text += FormatTime(range.end_ns);
  return text;
}

}  // namespace ringscope
