#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// Numbers for people: all text of the window, of pictures and of the command line is made by these functions.
// Machine output (JSON, CSV, dumps, folded stacks, queries) has plain numbers and the profile's units
// instead.

// 1234567 -> "1,234,567".
[[nodiscard]] std::string CountText(uint64_t count);

// "1 sample", "1,234 samples"; `many` is the plural of words that do not form it with "s". Put it into
// sentences whose verb need not agree with it.
[[nodiscard]] std::string CountedText(uint64_t count, std::string_view one, std::string_view many = {});

// part/whole as a percentage in tenths, below 10 % in hundredths: "32.9 %", "3.10 %", "<0.01 %", "100 %".
// Only a part of 0 gives "0 %", and only the whole "100 %"; a whole of 0 gives "0 %".
[[nodiscard]] std::string ShareText(uint64_t part, uint64_t whole);

// Progress from 0 to 1: "45 %".
[[nodiscard]] std::string ProgressText(double part);

// The unit of shares of a total of 1, which are shown in per cent.
inline constexpr std::string_view kUnitOfShares = "of the total";

// A raw metric value with its unit. `raw` is divided by `scale` (>= 1) first. Known units get readable steps:
// "ns" -> "12.3 ms", "us", "ms", "s"; "bytes" -> "4.50 MiB"; kUnitOfShares -> "12.3 %"; anything else ->
// "1,234,567 unit" ("1,234" for "count" or "").
[[nodiscard]] std::string ValueText(uint64_t raw, std::string_view unit, uint64_t scale);

// The value to its last digit, in the metric's own unit: "80,590,123 ns", "4,718,592 bytes".
[[nodiscard]] std::string ExactValueText(uint64_t raw, std::string_view unit, uint64_t scale);

// The readable unit of values up to `largest`: "ms" for 12,345,678 ns. An unknown unit is returned itself;
// `name` then borrows from `unit`.
struct ReadableUnit {
  std::string_view name;
  double raw = 1;           // raw values in one of this unit
  bool is_stepped = false;  // a known unit
};
[[nodiscard]] ReadableUnit ReadableUnitOf(uint64_t largest, std::string_view unit, uint64_t scale);

// ValueText for a column of values: all have the unit and the number of decimals that suit the largest.
// "1.234 s", "0.012 s", "<0.001 s" and "0 s". Borrows `unit`.
class ValueColumn {
 public:
  ValueColumn(uint64_t largest, std::string_view unit, uint64_t scale);
  [[nodiscard]] std::string Text(uint64_t raw) const;

 private:
  std::string_view unit_;  // as shown; the metric's own if values are exact
  uint64_t scale_ = 1;
  double divisor_ = 0;  // raw values in one of the unit; 0 = values are shown exactly
  int decimals_ = 0;
};

// A computed number to three digits, with its unit: "200 ms", "1.50 KiB", "12.5 %"; an unknown unit is left
// out: "1.5M". "-" if it is not finite.
[[nodiscard]] std::string QuantityText(double value, std::string_view unit = {});

// The nanoseconds in a unit of time ("ns", "us", "ms", "s"); 0 for all other units.
[[nodiscard]] double NanosecondsOf(std::string_view unit);

// The exact decimal value of raw/scale ("12.5"); scale is a power of ten. No unit, no grouping.
[[nodiscard]] std::string ExactDecimalText(uint64_t raw, uint64_t scale);

}  // namespace ringscope
