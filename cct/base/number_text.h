#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// Numbers as people read them. All of these are for display; machine output prints plain integers.

// 1234567 -> "1,234,567".
[[nodiscard]] std::string CountText(uint64_t count);

// "1 sample", "1,234 samples"; `many` for words that do not end in "s" then. A sentence with it does well
// without a verb that would have to agree.
[[nodiscard]] std::string CountedText(uint64_t count, std::string_view one, std::string_view many = {});

// part/whole as a percentage with about three significant digits: "32.9 %", "3.10 %", "0.0421 %", "1.2e-07
// %", "100 %". A whole of 0 gives "0 %".
[[nodiscard]] std::string ShareText(uint64_t part, uint64_t whole);

// A raw metric value with its unit. `raw` is divided by `scale` (>= 1) first. Units known by name get
// readable steps: "ns" -> "12.3 ms", "us", "ms", "s"; "bytes" -> "4.50 MiB"; anything else -> "1,234,567
// unit" ("1,234" for "count" or "").
[[nodiscard]] std::string ValueText(uint64_t raw, std::string_view unit, uint64_t scale);

// How many nanoseconds a unit of time has: "ns", "us", "ms", "s"; 0 of all others.
[[nodiscard]] double NanosecondsOf(std::string_view unit);

// The exact decimal value of raw/scale ("12.5"); scale is a power of ten. No unit, no grouping.
[[nodiscard]] std::string ExactDecimalText(uint64_t raw, uint64_t scale);

}  // namespace ringscope
