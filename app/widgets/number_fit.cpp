#include "app/widgets/number_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

// Units of values that are scaled already: such a number needs its unit, while a count can lose it.
constexpr std::array<std::string_view, 10> kKeptUnits{"s",     "ms",  "\xC2\xB5s", "ns",  "%",
                                                      "bytes", "KiB", "MiB",       "GiB", "TiB"};
constexpr std::array<std::string_view, 7> kPrefixes{"", " k", " M", " G", " T", " P", " E"};

struct NumberText {
  std::string_view sign, digits;  // digits: "1,234.5", or a bound: "<0.01"
  std::string suffix;             // " ms"; empty for a plain count, with or without a unit
  double value = 0;               // without the sign; of a bound slightly less
  int decimals = 0;
};

std::optional<NumberText> ParseNumber(std::string_view text) {
  NumberText number;
  for (const std::string_view sign : {"+", "\xE2\x88\x92", "-"})
    if (text.starts_with(sign)) number.sign = text.substr(0, sign.size());
  text.remove_prefix(number.sign.size());
  const size_t blank = std::min(text.find(' '), text.size());
  number.digits = text.substr(0, blank);
  const std::string_view unit = text.substr(std::min(blank + 1, text.size()));
  if (std::ranges::find(kKeptUnits, unit) != kKeptUnits.end()) number.suffix = text.substr(blank);
  const bool is_bound = number.digits.starts_with('<');
  std::string digits(number.digits.substr(is_bound ? 1 : 0));
  if (digits.empty() || !IsDigit(digits[0])) return std::nullopt;
  std::erase(digits, ',');
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (is_bound) number.value *= 0.999;
  if (const size_t point = digits.find('.'); point != std::string::npos)
    number.decimals = static_cast<int>(digits.size() - point - 1);
  return number;
}

// "1,234.5".
std::string Rounded(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  uint64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  return error == std::errc() ? CountText(whole) + end : text;
}

}  // namespace

std::vector<ColumnForm> FormsOf(std::span<const std::string> texts) {
  double largest = 0;
  int decimals = 0, prefix = 0;
  for (const std::string& text : texts) {
    const auto number = ParseNumber(text);
    if (!number) continue;
    if (number->suffix.empty()) largest = std::max(largest, number->value);
    decimals = std::max(decimals, number->decimals);
  }
  for (; largest >= 999.5 && prefix + 1 < static_cast<int>(kPrefixes.size()); ++prefix) largest /= 1000;
  std::vector<ColumnForm> forms{{}};
  if (prefix == 0 && decimals == 0) return forms;
  for (int shown = std::max(prefix > 0 ? 2 : 0, decimals - 1); shown >= 0; --shown)
    forms.push_back({prefix, shown});
  return forms;
}

std::string NumberInForm(std::string_view text, const ColumnForm& form) {
  const auto number = ParseNumber(text);
  if (!number) return std::string(text);
  const int prefix = number->suffix.empty() ? form.prefix : 0;
  const int decimals = prefix > 0 ? form.decimals : std::min(form.decimals, number->decimals);
  const bool is_as_it_is =
      form.decimals < 0 || number->value == 0 || (prefix == 0 && decimals == number->decimals);
  if (is_as_it_is) return fmt::format("{}{}{}", number->sign, number->digits, number->suffix);
  const double value = number->value / std::pow(1000, prefix), finest = std::pow(10, -decimals);
  return fmt::format("{}{}{}{}{}", number->sign, value < finest ? "<" : "",
                     Rounded(std::max(value, finest), decimals), kPrefixes[static_cast<size_t>(prefix)],
                     number->suffix);
}

std::optional<std::string> FitNumber(std::string_view text, float room,
                                     const std::function<float(std::string_view)>& width,
                                     std::string_view largest) {
  if (!ParseNumber(text)) return std::nullopt;
  const auto fits = [&](std::string_view one, std::string_view other) {
    return std::max(width(one), width(other)) <= room;
  };
  if (fits(text, largest)) return std::string(text);
  const std::array texts{std::string(text), std::string(largest)};
  for (const ColumnForm& form : FormsOf(texts)) {
    std::string one = NumberInForm(text, form);
    if (fits(one, NumberInForm(largest, form))) return one;
  }
  return "\xE2\x80\xA6";
}

}  // namespace ringscope
