#include "cct/import/count_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cct/base/text/ascii.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr uint64_t kBound = uint64_t{1} << 63;

// Appends a digit; false if the result would reach 2^63.
bool PushDigit(uint64_t& value, char digit) {
  if (value > (kBound - 1) / 10) return false;
  value = value * 10 + static_cast<uint64_t>(digit - '0');
  return value < kBound;
}

inline std::string_view DigitsInFront(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && IsDigit(text[count])) ++count;
  return text.substr(0, count);
}

// Reads a `token` that is all of "-?DIGITS(.DIGITS*)?".
inline bool ReadCount(std::string_view token, DecimalCount& count) {
  count.negative = token.starts_with('-');
  if (count.negative) token.remove_prefix(1);
  size_t digits = 0;
  for (; digits < token.size() && IsDigit(token[digits]); ++digits)
    count.too_large |= !PushDigit(count.mantissa, token[digits]);
  if (digits == 0 || digits == token.size()) return digits > 0;
  std::string_view fraction = token.substr(digits + 1);
  if (token[digits] != '.' || DigitsInFront(fraction).size() != fraction.size()) return false;
  std::string_view beyond;
  if (fraction.size() > kMaxCountDecimals) {
    // Round to the nearest; zeros beyond the last place lose nothing.
    beyond = fraction.substr(kMaxCountDecimals);
    count.rounded = beyond.find_first_not_of('0') != std::string_view::npos;
    fraction = fraction.substr(0, kMaxCountDecimals);
  }
  while (beyond.empty() && fraction.ends_with('0')) fraction.remove_suffix(1);
  for (const char digit : fraction) count.too_large |= !PushDigit(count.mantissa, digit);
  count.decimals = static_cast<uint8_t>(fraction.size());
  if (!beyond.empty() && beyond[0] >= '5') ++count.mantissa;
  for (; count.decimals > 0 && count.mantissa % 10 == 0; --count.decimals) count.mantissa /= 10;
  return true;
}

// Also reads the forms in which programs print floating-point numbers: "+5", ".5", "1e6", "1.25e-05".
bool ReadNumber(std::string_view token, DecimalCount& count) {
  if (ReadCount(token, count)) return true;
  if (!IsNumberText(token)) return false;
  count = ParseDecimal(token);
  return true;
}

// A double represents any decimal number of this many digits distinctly.
constexpr size_t kCertainDigits = 15;

// A written number: digits * 10^exponent, with no zeros at either end of the digits.
struct WrittenNumber {
  std::string digits;
  int64_t exponent = 0;
  bool negative = false;
};

void StripZeros(std::string& digits, int64_t& exponent) {
  while (!digits.empty() && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
}

// Rounds to the nearest number with `count` digits.
void RoundTo(std::string& digits, int64_t& exponent, size_t count) {
  if (digits.size() <= count) return;
  const bool up = digits[count] >= '5';
  exponent += static_cast<int64_t>(digits.size() - count);
  digits.resize(count);
  if (up) {
    size_t at = count;
    while (at > 0 && digits[at - 1] == '9') digits[--at] = '0';
    if (at > 0)
      ++digits[at - 1];
    else
      digits.insert(digits.begin(), '1');
  }
  StripZeros(digits, exponent);
}

WrittenNumber ReadWritten(std::string_view number) {
  constexpr int64_t kMaxExponent = int64_t{1} << 40;  // far beyond the digits of any number
  WrittenNumber written;
  auto& [digits, exponent, negative] = written;
  bool behind_point = false;
  size_t at = 0;
  for (; at < number.size() && number[at] != 'e' && number[at] != 'E'; ++at) {
    const char c = number[at];
    negative |= c == '-';
    behind_point |= c == '.';
    if (!IsDigit(c)) continue;
    if (behind_point) --exponent;
    if (c != '0' || !digits.empty()) digits.push_back(c);
  }
  if (at < number.size()) {
    int64_t power = 0;
    const bool below = number.substr(at + 1).starts_with('-');
    for (++at; at < number.size(); ++at) {
      if (IsDigit(number[at])) power = std::min<int64_t>(power * 10 + (number[at] - '0'), kMaxExponent);
    }
    exponent += below ? -power : power;
  }
  StripZeros(digits, exponent);
  return written;
}

}  // namespace

bool IsNumberText(std::string_view text) {
  const auto take = [&](char a, char b) {
    const bool takes = text.starts_with(a) || text.starts_with(b);
    if (takes) text.remove_prefix(1);
    return takes;
  };
  const auto take_digits = [&] {
    const size_t count = DigitsInFront(text).size();
    text.remove_prefix(count);
    return count > 0;
  };
  take('+', '-');
  bool has_digits = take_digits();
  if (take('.', '.')) has_digits |= take_digits();
  if (has_digits && take('e', 'E')) {
    take('+', '-');
    has_digits = take_digits();
  }
  return has_digits && text.empty();
}

std::optional<TrailingCount> ParseTrailingCount(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && !IsBlank(text[begin - 1])) {
    --begin;
    // Stop at the first character that no number has: lines can be long.
    const char c = text[begin];
    if (!IsDigit(c) && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') return std::nullopt;
  }
  if (begin == 0 || begin == text.size()) return std::nullopt;

  TrailingCount result;
  if (!ReadNumber(text.substr(begin), result.count)) return std::nullopt;
  result.rest_bytes = begin;
  while (result.rest_bytes > 0 && IsBlank(text[result.rest_bytes - 1])) --result.rest_bytes;
  return result;
}

std::optional<DecimalCount> ParseCount(std::string_view text) {
  DecimalCount count;
  if (text.empty() || !ReadNumber(text, count)) return std::nullopt;
  return count;
}

std::optional<DecimalCount> ParseShortDecimal(std::string_view text) {
  DecimalCount count;
  const char* at = text.data();
  const char* const end = at + text.size();
  if (at < end && *at == '-') {
    count.negative = true;
    ++at;
  }
  if (static_cast<size_t>(end - at) > kCertainDigits) return std::nullopt;
  const auto add_digits = [&](const char* last) {
    for (; at < last && IsDigit(*at); ++at)
      count.mantissa = count.mantissa * 10 + static_cast<uint64_t>(*at - '0');
  };
  const char* const whole = at;
  add_digits(end);
  if (at == whole) return std::nullopt;
  if (at < end && *at == '.') {
    const char* last = end;
    while (last[-1] == '0') --last;
    const char* const fraction = ++at;
    if (last - fraction > kMaxCountDecimals) return std::nullopt;
    add_digits(last);
    count.decimals = static_cast<uint8_t>(at - fraction);
    return at == last ? std::optional(count) : std::nullopt;
  }
  return at == end ? std::optional(count) : std::nullopt;
}

DecimalCount ParseDecimal(std::string_view json_number) {
  if (const auto short_one = ParseShortDecimal(json_number)) return *short_one;
  DecimalCount count;
  auto [digits, exponent, negative] = ReadWritten(json_number);
  count.negative = negative;
  if (exponent < 0 && digits.size() > kCertainDigits) {
    std::string meant = digits;
    int64_t meant_exponent = exponent;
    RoundTo(meant, meant_exponent, kCertainDigits);
    if (meant.size() + 2 <= kCertainDigits) {
      digits = std::move(meant);
      exponent = meant_exponent;
    }
  }
  if (exponent < -int64_t{kMaxCountDecimals}) {
    const int64_t kept = static_cast<int64_t>(digits.size()) + exponent + kMaxCountDecimals;
    count.rounded = true;
    if (kept < 0) digits.clear();
    RoundTo(digits, exponent, static_cast<size_t>(std::max<int64_t>(kept, 0)));
  }
  if (digits.empty()) return count;
  for (const char digit : digits) count.too_large |= !PushDigit(count.mantissa, digit);
  for (; exponent > 0 && !count.too_large; --exponent) count.too_large |= !PushDigit(count.mantissa, '0');
  if (exponent < 0) count.decimals = static_cast<uint8_t>(-exponent);
  return count;
}

std::optional<DecimalCount> ParseNumberText(std::string_view text) {
  if (const auto count = ParseShortDecimal(text)) return count;
  const std::optional<double> value = ParseNumber<double>(text);
  return value && std::isfinite(*value) ? std::optional(ParseDecimal(text)) : std::nullopt;
}

std::optional<int64_t> ParseWhole(std::string_view json_number) {
  // Other text, such as a value in quotes.
  if (json_number.empty() || !IsDigit(json_number.back())) return std::nullopt;
  if (const auto count = ParseShortDecimal(json_number)) {
    const auto value = static_cast<int64_t>(count->mantissa);
    return count->decimals > 0 ? std::nullopt : std::optional(count->negative ? -value : value);
  }
  auto [digits, exponent, negative] = ReadWritten(json_number);
  if (!IsNumberText(json_number) || !IsDigit(json_number[negative ? 1 : 0])) return std::nullopt;
  if (!digits.empty() && exponent < 0) return std::nullopt;
  uint64_t mantissa = 0;
  for (const char digit : digits) {
    if (!PushDigit(mantissa, digit)) return std::nullopt;
  }
  for (; mantissa > 0 && exponent > 0; --exponent) {
    if (!PushDigit(mantissa, '0')) return std::nullopt;
  }
  const auto value = static_cast<int64_t>(mantissa);
  return negative ? -value : value;
}

std::string IdText(std::string_view number) {
  if (number.find_first_of(".eE") != std::string_view::npos) {
    if (const auto whole = ParseWhole(number)) return std::to_string(*whole);
  }
  return std::string(number);
}

uint64_t PowerOfTen(uint32_t exponent) {
  static constexpr auto kPowers = [] {
    std::array<uint64_t, 20> powers{};
    uint64_t power = 1;
    for (uint64_t& entry : powers) {
      entry = power;
      power *= 10;
    }
    return powers;
  }();
  return kPowers[exponent];
}

std::optional<uint64_t> ScaledCount(const DecimalCount& count, uint32_t decimals) {
  uint64_t scaled = 0;
  if (count.too_large ||
      __builtin_mul_overflow(count.mantissa, PowerOfTen(decimals - count.decimals), &scaled) ||
      scaled >= kBound)
    return std::nullopt;
  return scaled;
}

}  // namespace ringscope
