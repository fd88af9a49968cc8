#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// A decimal count read from text: mantissa / 10^decimals, without trailing zeros.
struct DecimalCount {
  uint64_t mantissa = 0;
  uint8_t decimals = 0;
  bool negative = false;
  bool rounded = false;    // the text had more than kMaxCountDecimals decimals
  bool too_large = false;  // the whole part, or the mantissa, is 2^63 or more
};

// Further decimals are rounded: a u64 sum of values with 9 decimals still reaches 9.2 thousand million.
inline constexpr uint8_t kMaxCountDecimals = 9;

// The number at the end of a text, and the size of the text before it, without blanks at its end.
struct TrailingCount {
  DecimalCount count;
  size_t rest_bytes = 0;
};

// Whether the text is a number as programs print it: digits, with an optional sign, point and exponent ("12",
// "-.5", "1.25e+07").
[[nodiscard]] bool IsNumberText(std::string_view text);

// Reads such a number at the end of `text`, behind a blank or tab; nullopt for other text. `text` must have
// no blanks at its end.
[[nodiscard]] std::optional<TrailingCount> ParseTrailingCount(std::string_view text);

// Reads a text that is exactly one such number; nullopt for other text.
[[nodiscard]] std::optional<DecimalCount> ParseCount(std::string_view text);

// Reads a JSON number with its exponent. A number with decimals and 16 digits or more may be a printed sum of
// binary fractions ("0.30000000000000004"): if it rounds to a number of at most 13 digits, that one is meant.
[[nodiscard]] DecimalCount ParseDecimal(std::string_view json_number);

// The fast path of ParseDecimal(), for "-?DIGITS(.DIGITS*)?" of at most 15 characters behind the sign and 9
// decimals, as nearly all numbers are; nullopt for other text.
[[nodiscard]] std::optional<DecimalCount> ParseShortDecimal(std::string_view text);

// ParseDecimal() for any text, such as a value in quotes; nullopt if the text is no finite number.
[[nodiscard]] std::optional<DecimalCount> ParseNumberText(std::string_view text);

// The exact integer value of a JSON number in any form ("1", "1.0", "10e-1"); nullopt if the number has a
// fraction or does not fit, and for other text.
[[nodiscard]] std::optional<int64_t> ParseWhole(std::string_view json_number);

// The text of a number that is an id: "1" for "1.0" and other forms of an integer; unchanged for other text.
[[nodiscard]] std::string IdText(std::string_view number);

// 10^exponent for 0..19.
[[nodiscard]] uint64_t PowerOfTen(uint32_t exponent);

// `count` in units of 10^-decimals (decimals >= count.decimals); nullopt at or beyond 2^63.
[[nodiscard]] std::optional<uint64_t> ScaledCount(const DecimalCount& count, uint32_t decimals);

}  // namespace ringscope
