#include "app/cli/memory_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ringscope {
namespace {

constexpr std::string_view kUnits = "kmgt";

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// How often 1024 is in the unit; below zero where `unit` is none.
int PowerOf(std::string_view unit) {
  if (unit.empty()) return 0;
  const size_t at = kUnits.find(Lower(unit[0]));
  if (at == std::string_view::npos) return unit.size() == 1 && Lower(unit[0]) == 'b' ? 0 : -1;
  unit.remove_prefix(1);
  if (!unit.empty() && Lower(unit[0]) == 'i') {
    unit.remove_prefix(1);
    if (unit.empty()) return -1;
  }
  const bool fits = unit.empty() || (unit.size() == 1 && Lower(unit[0]) == 'b');
  return fits ? static_cast<int>(at) + 1 : -1;
}

// 0 where it is no size.
uint64_t BytesIn(std::string_view text) {
  constexpr double kTooLarge = 9223372036854775808.0;  // 2^63
  const size_t number_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, number_end);
  const int power = PowerOf(text.substr(number_end));
  double value = 0;
  const auto [end, status] =
      std::from_chars(number.data(), number.data() + number.size(), value, std::chars_format::fixed);
  if (power < 0 || status != std::errc() || end != number.data() + number.size()) return 0;
  if (power == 0 && number.find('.') != std::string_view::npos) return 0;
  for (int i = 0; i < power; ++i) value *= 1024;
  return value < kTooLarge ? static_cast<uint64_t>(value) : 0;
}

}  // namespace

Result<uint64_t> ParseMemorySize(std::string_view text) {
  const uint64_t bytes = BytesIn(text);
  if (bytes > 0) return bytes;
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("expected a size above 0 and below 2^63 bytes, as in 512M, 1.5G, 2GiB or 100000 "
                          "(bytes), found '{}'",
                          text));
}

}  // namespace ringscope
