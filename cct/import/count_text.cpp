#include "cct/import/count_text.h"

#include <array>

namespace ringscope {
namespace {

constexpr uint64_t kBound = uint64_t{1} << 63;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsBlank(char c) { return c == ' ' || c == '\t'; }

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

}  // namespace

std::optional<TrailingCount> ParseTrailingCount(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && !IsBlank(text[begin - 1])) {
    --begin;
    // Anything else before the blank means that the line ends in no number: stop at once, lines can be long.
    const char c = text[begin];
    if (!IsDigit(c) && c != '.' && c != '-') return std::nullopt;
  }
  if (begin == 0 || begin == text.size()) return std::nullopt;

  TrailingCount result;
  std::string_view token = text.substr(begin);
  if (token[0] == '-') {
    result.count.negative = true;
    token.remove_prefix(1);
  }
  size_t digits = 0;
  while (digits < token.size() && IsDigit(token[digits])) {
    result.count.too_large |= !PushDigit(result.count.mantissa, token[digits]);
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  if (digits < token.size()) {
    if (token[digits] != '.' || !ReadFraction(token.substr(digits + 1), result.count)) return std::nullopt;
  }
  result.rest_bytes = begin;
  while (result.rest_bytes > 0 && IsBlank(text[result.rest_bytes - 1])) --result.rest_bytes;
  return result;
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
  const uint64_t factor = PowerOfTen(decimals - count.decimals);
  if (count.too_large || count.mantissa > (kBound - 1) / factor) return std::nullopt;
  return count.mantissa * factor;
}

}  // namespace ringscope
