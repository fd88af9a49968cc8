#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope::callgrind {

// Blanks are ' ' and '\t'.
[[nodiscard]] std::string_view TrimmedFront(std::string_view text);
[[nodiscard]] std::string_view Trimmed(std::string_view text);
// Takes the first word off; empty where there is none.
[[nodiscard]] std::string_view NextWord(std::string_view& text);

enum class NumberFault : uint8_t { kNone, kNoNumber, kTooLarge };

// Decimal or, behind 0x, hexadecimal, with a minus or without.
[[nodiscard]] NumberFault ParseCost(std::string_view word, int64_t& value);

}  // namespace ringscope::callgrind
