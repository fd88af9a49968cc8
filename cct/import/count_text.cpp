#include "cct/import/count_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cct/base/text/ascii.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr uint64_t kBound = uint64_t{1} << 63;

// Appends a digit; false when the result would reach 2^63.
bool PushDigit(uint64_t& value, char digit) {
  if (value > (kBound - 1) / 10) return false;
  value = value * 10 + static_cast<uint64_t>(digit - '0');
  return value < kBound;
}

bool ReadFraction(std::string_view digits, DecimalCount& count) {
  for (const char digit : digits) {
    if (!IsDigit(digit)) return false;
  }
  if (digits.size() > kMaxCountDecimals) {
    // Rounding to the nearest; zeros beyond the last place lose nothing.
    const std::string_view beyond = digits.substr(kMaxCountDecimals);
    count.rounded = beyond.find_first_not_of('0') != std::string_view::npos;
    digits = digits.substr(0, kMaxCountDecimals);
    for (const char digit : digits) count.too_large |= !PushDigit(count.mantissa, digit);
    count.decimals = kMaxCountDecimals;
    if (beyond[0] >= '5') ++count.mantissa;
  } else {
    while (!digits.empty() && digits.back() == '0') digits.remove_suffix(1);
    for (const char digit : digits) count.too_large |= !PushDigit(count.mantissa, digit);
    count.decimals = static_cast<uint8_t>(digits.size());
  }
  while (count.decimals > 0 && count.mantissa % 10 == 0) {
    count.mantissa /= 10;
    --count.decimals;
  }
  return true;
}

// "-?DIGITS(.DIGITS*)?", the whole of `token`, which is not empty.
inline bool ReadCount(std::string_view token, DecimalCount& count) {
  if (token[0] == '-') {
    count.negative = true;
    token.remove_prefix(1);
  }
  size_t digits = 0;
  while (digits < token.size() && IsDigit(token[digits])) {
    count.too_large |= !PushDigit(count.mantissa, token[digits]);
    ++digits;
  }
  if (digits == 0) return false;
  return digits == token.size() || (token[digits] == '.' && ReadFraction(token.substr(digits + 1), count));
}

// The same and numbers as programs print them that are no integers to them: "+5", ".5", "1e6", "1.25e-05".
bool ReadNumber(std::string_view token, DecimalCount& count) {
  if (ReadCount(token, count)) return true;
  std::string_view rest = token;
  const auto take_digits = [&] {
    const size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    rest.remove_prefix(digits);
    return digits > 0;
  };
  const auto take_sign = [&] {
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
  };
  take_sign();
  bool has_digits = take_digits();
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    has_digits |= take_digits();
  }
  if (!has_digits) return false;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    take_sign();
    if (!take_digits()) return false;
  }
  if (!rest.empty()) return false;
  count = ParseDecimal(token);
  return true;
}

// A double tells decimal numbers of so many digits apart.
constexpr size_t kCertainDigits = 15;

// Digits that stand for digits * 10^exponent.
void StripZeros(std::string& digits, int64_t& exponent) {
  while (!digits.empty() && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
}

// To the nearest with so many digits.
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

}  // namespace

std::optional<TrailingCount> ParseTrailingCount(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && !IsBlank(text[begin - 1])) {
    --begin;
    // Anything else before the blank means that the line ends in no number: stop at once, lines can be long.
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
  // value = digits * 10^exponent
  std::string digits;
  int64_t exponent = 0;
  bool behind_point = false;
  size_t at = 0;
  for (; at < json_number.size() && json_number[at] != 'e' && json_number[at] != 'E'; ++at) {
    const char c = json_number[at];
    if (c == '-') count.negative = true;
    if (c == '.') behind_point = true;
    if (!IsDigit(c)) continue;
    if (behind_point) --exponent;
    if (c != '0' || !digits.empty()) digits.push_back(c);
  }
  if (at < json_number.size()) {
    int64_t written = 0;
    const bool below = at + 1 < json_number.size() && json_number[at + 1] == '-';
    for (++at; at < json_number.size(); ++at) {
      if (IsDigit(json_number[at]))
        written = std::min<int64_t>(written * 10 + (json_number[at] - '0'), 1 << 20);
    }
    exponent += below ? -written : written;
  }
  StripZeros(digits, exponent);
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
  // value = mantissa * 10^(zeros - decimals); zeros wait until a digit follows, as those at the end may go.
  constexpr int64_t kMaxExponent = int64_t{1} << 40;  // far beyond all digits of a number
  uint64_t mantissa = 0;
  int64_t zeros = 0;
  int64_t decimals = 0;
  bool behind_point = false;
  const bool negative = json_number.starts_with('-');
  size_t at = negative ? 1 : 0;
  // Of other text, as may stand in quotes.
  if (at >= json_number.size() || !IsDigit(json_number[at]) || !IsDigit(json_number.back()))
    return std::nullopt;
  for (; at < json_number.size() && json_number[at] != 'e' && json_number[at] != 'E'; ++at) {
    const char c = json_number[at];
    if (c == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    if (!IsDigit(c)) return std::nullopt;
    decimals += behind_point ? 1 : 0;
    if (c == '0') {
      zeros += mantissa != 0 ? 1 : 0;
      continue;
    }
    for (; zeros > 0; --zeros)
      if (!PushDigit(mantissa, '0')) return std::nullopt;
    if (!PushDigit(mantissa, c)) return std::nullopt;
  }
  int64_t exponent = zeros - decimals;
  if (at < json_number.size()) {
    ++at;
    const bool below = json_number.substr(at).starts_with('-');
    if (below || json_number.substr(at).starts_with('+')) ++at;
    int64_t written = 0;
    for (; at < json_number.size(); ++at) {
      if (!IsDigit(json_number[at])) return std::nullopt;
      written = std::min<int64_t>(written * 10 + (json_number[at] - '0'), kMaxExponent);
    }
    exponent += below ? -written : written;
  }
  if (mantissa == 0) return 0;
  if (exponent < 0) return std::nullopt;
  for (; exponent > 0; --exponent)
    if (!PushDigit(mantissa, '0')) return std::nullopt;
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
