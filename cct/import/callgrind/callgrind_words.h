#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope::callgrind {

enum class NumberFault : uint8_t { kNone, kNoNumber, kTooLarge };

// Decimal or, behind 0x, hexadecimal, with a minus or without.
[[nodiscard]] NumberFault ParseCost(std::string_view word, int64_t& value);

// Of a number from 2^63 on, below 2^64: the number below zero that has the same 64 bits, as old versions of
// xdebug write memory that was freed. False for other text.
[[nodiscard]] bool ParseWrappedCost(std::string_view word, int64_t& value);

}  // namespace ringscope::callgrind
