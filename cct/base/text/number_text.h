#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// Numbers as people read them: all text of the window, of pictures and of the command line goes through
// these. Machine output (JSON, CSV, dumps, folded stacks, queries) prints plain numbers and units as profiles
// name them instead.

// 1234567 -> "1,234,567".
[[nodiscard]] std::string CountText(uint64_t count);

// "1 sample", "1,234 samples"; `many` for words that do not end in "s" then. A sentence with it does well
// without a verb that would have to agree.
[[nodiscard]] std::string CountedText(uint64_t count, std::string_view one, std::string_view many = {});

// part/whole as a percentage in tenths, below 10 % in hundredths: "32.9 %", "3.10 %", "<0.01 %", "100 %".
// Only nothing is "0 %", and only all of it "100 %". A whole of 0 gives "0 %".
[[nodiscard]] std::string ShareText(uint64_t part, uint64_t whole);

// How far something has come, 0 to 1: "45 %".
[[nodiscard]] std::string ProgressText(double part);

// The unit of parts of a total, whose whole is 1: people read them in per cent.
inline constexpr std::string_view kUnitOfShares = "of the total";

// A raw metric value with its unit. `raw` is divided by `scale` (>= 1) first. Units known by name get
// readable steps: "ns" -> "12.3 ms", "us", "ms", "s"; "bytes" -> "4.50 MiB"; kUnitOfShares -> "12.3 %";
// anything else -> "1,234,567 unit" ("1,234" for "count" or "").
[[nodiscard]] std::string ValueText(uint64_t raw, std::string_view unit, uint64_t scale);

// The value to its last digit, in the metric's own unit: "80,590,123 ns", "4,718,592 bytes".
[[nodiscard]] std::string ExactValueText(uint64_t raw, std::string_view unit, uint64_t scale);

// The unit in which people read such values: "ms" for 12,345,678 ns. Of units that are not known by name the
// unit itself. Its name may be the one that was given.
struct ReadableUnit {
  std::string_view name;
  double raw = 1;           // how many raw values it has
  bool is_stepped = false;  // known by name
};
[[nodiscard]] ReadableUnit ReadableUnitOf(uint64_t largest, std::string_view unit, uint64_t scale);

// ValueText for many values below each other: all have one unit and one number of decimals, which suit the
// largest. "1.234 s", "0.012 s", "<0.001 s" and "0 s". The unit's name has to outlive it.
class ValueColumn {
 public:
  ValueColumn(uint64_t largest, std::string_view unit, uint64_t scale);
  [[nodiscard]] std::string Text(uint64_t raw) const;

 private:
  std::string_view unit_;  // as it is shown; of whole and exact numbers the metric's own
  uint64_t scale_ = 1;
  double divisor_ = 0;  // from raw values to the unit; 0: they are shown exactly
  int decimals_ = 0;
};

// A computed number of a unit, three digits of it: "200 ms", "1.50 KiB", "12.5 %"; other units are left to
// the reader, as in "1.5M". "-" where it is not finite.
[[nodiscard]] std::string QuantityText(double value, std::string_view unit = {});

// How many nanoseconds a unit of time has: "ns", "us", "ms", "s"; 0 of all others.
[[nodiscard]] double NanosecondsOf(std::string_view unit);

// The exact decimal value of raw/scale ("12.5"); scale is a power of ten. No unit, no grouping.
[[nodiscard]] std::string ExactDecimalText(uint64_t raw, uint64_t scale);

}  // namespace ringscope
