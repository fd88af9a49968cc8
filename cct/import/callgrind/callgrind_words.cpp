#include "cct/import/callgrind/callgrind_words.h"

#include <charconv>
#include <optional>

#include "cct/import/text_parts.h"

namespace ringscope::callgrind {

NumberFault ParseCost(std::string_view word, int64_t& value) {
  int base = 10;
  const bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  if (word.starts_with("0x")) {
    word.remove_prefix(2);
    base = 16;
  }
  const char* const end = word.data() + word.size();
  // Neither a second sign, which from_chars would take.
  if (word.empty() || word[0] == '-') return NumberFault::kNoNumber;
  const auto [at, error] = std::from_chars(word.data(), end, value, base);
  if (at != end) return NumberFault::kNoNumber;
  if (error == std::errc::result_out_of_range) return NumberFault::kTooLarge;
  if (error != std::errc()) return NumberFault::kNoNumber;
  if (negative) value = -value;
  return NumberFault::kNone;
}

bool ParseWrappedCost(std::string_view word, int64_t& value) {
  const std::optional<uint64_t> bits = ParseNumber<uint64_t>(word);
  if (!bits || *bits >> 63 == 0) return false;
  value = static_cast<int64_t>(*bits);
  return true;
}

}  // namespace ringscope::callgrind
