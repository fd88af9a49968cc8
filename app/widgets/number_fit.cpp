#include "app/widgets/number_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// Of values that were brought to a readable size already: without its unit such a number says nothing.
constexpr std::array<std::string_view, 10> kKeptUnits{"s",     "ms",  "\xC2\xB5s", "ns",  "%",
                                                      "bytes", "KiB", "MiB",       "GiB", "TiB"};
constexpr std::array<std::string_view, 7> kPrefixes{"", " k", " M", " G", " T", " P", " E"};

// Of a bound such as "<0.01" a number just below it.
std::optional<double> ParseNumber(std::string_view text) {
  if (text.starts_with('<')) {
    const auto bound = ParseNumber(text.substr(1));
    return bound ? std::optional(*bound * 0.999) : std::nullopt;
  }
  if (text.empty() || !IsDigit(text[0])) return std::nullopt;
  std::string digits(text);
  std::erase(digits, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// Three digits, then two, then one, rounded.
void AddRounded(double value, std::string_view suffix, std::vector<std::string>& texts) {
  const int whole = value >= 99.5 ? 3 : value >= 9.95 ? 2 : 1;
  for (int decimals = 3 - whole; decimals >= 0; --decimals)
    texts.push_back(fmt::format("{:.{}f}{}", value, decimals, suffix));
}

}  // namespace

std::optional<std::string> FitNumber(std::string_view text, float room,
                                     const std::function<float(std::string_view)>& width,
                                     std::string_view brief) {
  if (!brief.empty() && width(text) > room) text = brief;
  const size_t blank = text.find(' ');
  const std::string_view number = text.substr(0, blank);
  const auto value = ParseNumber(number);
  if (!value) return std::nullopt;
  const std::string_view unit = blank == std::string_view::npos ? std::string_view{} : text.substr(blank + 1);
  const bool keeps_unit = std::find(kKeptUnits.begin(), kKeptUnits.end(), unit) != kKeptUnits.end();
  const std::string suffix = keeps_unit ? " " + std::string(unit) : std::string();
  std::vector<std::string> texts{std::string(text), std::string(number) + suffix};
  if (*value > 0 && *value < 1) {
    // By the room alone, so that all small numbers of a column are told as finely.
    struct Fineness {
      double bound;
      std::string_view below, widest;
    };
    constexpr std::array kFineness{Fineness{0.001, "<0.001", "0.00888"}, Fineness{0.01, "<0.01", "0.0888"},
                                   Fineness{0.1, "<0.1", "0.888"}, Fineness{1, "<1", "<1"}};
    constexpr size_t kFewDecimals = 5;  // "0.123", as finely as columns of values are told
    if (number.size() > kFewDecimals && width("0.000888" + suffix) > room) texts.clear();
    for (const auto& [bound, below, widest] : kFineness) {
      if (width(std::string(widest) + suffix) > room) continue;
      texts.push_back((*value < bound ? std::string(below) : std::string(number)) + suffix);
    }
  } else if (keeps_unit) {
    AddRounded(*value, suffix, texts);
  } else {
    double scaled = *value;
    size_t prefix = 0;
    for (; scaled >= 999.5 && prefix + 1 < kPrefixes.size(); ++prefix) scaled /= 1000;
    if (prefix > 0 || *value != static_cast<double>(static_cast<uint64_t>(scaled)))
      AddRounded(scaled, kPrefixes[prefix], texts);
  }
  for (std::string& one : texts)
    if (width(one) <= room) return std::move(one);
  return "\xE2\x80\xA6";
}

}  // namespace ringscope
