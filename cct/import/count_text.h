#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// A decimal count as text had it: mantissa / 10^decimals, trailing zeros taken off.
struct DecimalCount {
  uint64_t mantissa = 0;
  uint8_t decimals = 0;
  bool negative = false;
  bool rounded = false;    // had more than kMaxCountDecimals decimals
  bool too_large = false;  // the whole part, or the mantissa, is 2^63 or more
};

// More are rounded: a u64 sum of values with 9 decimals still reaches 9.2 thousand million.
inline constexpr uint8_t kMaxCountDecimals = 9;

// The number that ends `text`, and where what precedes it ends (blanks taken off).
struct TrailingCount {
  DecimalCount count;
  size_t rest_bytes = 0;
};

// Whether it is a number as programs print them: digits with a sign, a point and an exponent or not ("12",
// "-.5", "1.25e+07").
[[nodiscard]] bool IsNumberText(std::string_view text);

// Reads such a number at the end of `text`, which must be set off by a blank or tab; nullopt for other text.
// `text` carries no trailing blanks.
[[nodiscard]] std::optional<TrailingCount> ParseTrailingCount(std::string_view text);

// The same for a text that is nothing but the number.
[[nodiscard]] std::optional<DecimalCount> ParseCount(std::string_view text);

// Reads a JSON number, exponent and all. One that has 16 digits or more and decimals, as a sum of binary
// fractions prints ("0.30000000000000004"), is taken for the number of at most 13 digits that it stands for
// where there is one.
[[nodiscard]] DecimalCount ParseDecimal(std::string_view json_number);

// The same for "-?DIGITS(.DIGITS*)?" of at most 15 characters behind the sign and 9 decimals, as nearly all
// numbers are; nullopt for other text.
[[nodiscard]] std::optional<DecimalCount> ParseShortDecimal(std::string_view text);

// The same for any text, as of a value in quotes: nullopt for what is no finite number.
[[nodiscard]] std::optional<DecimalCount> ParseNumberText(std::string_view text);

// The JSON number as an integer, however it is written ("1", "1.0", "10e-1"), exactly; nullopt where it has a
// fraction or does not fit, and for other text.
[[nodiscard]] std::optional<int64_t> ParseWhole(std::string_view json_number);

// A number that is an id, of which "1.0" is the same as "1": whole ones as integers, other text as it is.
[[nodiscard]] std::string IdText(std::string_view number);

// 10^exponent for 0..19.
[[nodiscard]] uint64_t PowerOfTen(uint32_t exponent);

// `count` in units of 10^-decimals (decimals >= count.decimals); nullopt at or beyond 2^63.
[[nodiscard]] std::optional<uint64_t> ScaledCount(const DecimalCount& count, uint32_t decimals);

}  // namespace ringscope
