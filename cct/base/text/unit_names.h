#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// What a unit measures.
enum class Dimension : uint8_t { kCount, kTime, kBytes, kOther };

struct Unit {
  std::string_view name;
  Dimension dimension = Dimension::kOther;
  double factor = 1;  // of the dimension's base: 1, ns, byte; for kCount a bare multiplier
};

// The unit a metric is kept in, by its name in the profile, with the name that this program has for it. Units
// of time and of memory are known by their short and long names, in any case, in the plural or not: "ns",
// "Nanoseconds", "usec", "us" with either mu for its u, "sec", "hour", "B", "kilobyte". "kB", "MB" and so on
// written just so are powers of 1000; "kb", "kilobyte" and the like are powers of 1024, as pprof has them.
// kCount for "count" and nothing; kOther, without a name, where the unit is not known.
[[nodiscard]] Unit UnitOfMetric(std::string_view unit_of_metric);

// "us" for "Microseconds"; what is no known unit of time or memory stays as it is.
[[nodiscard]] std::string CanonicalUnit(std::string unit);

// A unit that may stand behind a number: those of time and of memory by any name that metrics have them by
// (UnitOfMetric) but "kb", "mb" and so on, and k K M G T exactly as written here; nothing for any other text.
[[nodiscard]] std::optional<Unit> FindWrittenUnit(std::string_view name);
// Whether a bound may have this behind its number: a unit, % or %%.
[[nodiscard]] bool IsUnitOfBound(std::string_view text);
// "ns, us, ...", the short names, for messages.
[[nodiscard]] std::string WrittenUnitList();

}  // namespace ringscope
