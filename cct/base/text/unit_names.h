#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// The quantity that a unit measures.
enum class Dimension : uint8_t { kCount, kTime, kBytes, kOther };

struct Unit {
  std::string_view name;
  Dimension dimension = Dimension::kOther;
  double factor = 1;  // in the dimension's base: 1, ns, byte; for kCount a bare multiplier
};

// The unit of a metric by its name in the profile; Unit::name is this program's name for it. Units of time
// and of memory are known by their short and long names, in any case, singular and plural: "ns",
// "Nanoseconds", "usec", "us" with either mu for its u, "sec", "hour", "B", "kilobyte". "kB", "MB" and so on,
// in exactly this case, are powers of 1000; "kb", "kilobyte" and so on are powers of 1024, as in pprof.
// kCount for "count" and the empty name; kOther, without a name, for an unknown unit.
[[nodiscard]] Unit UnitOfMetric(std::string_view unit_of_metric);

// "us" for "Microseconds"; other names than those of units of time and memory stay unchanged.
[[nodiscard]] std::string CanonicalUnit(std::string unit);

// A unit that may stand behind a number: units of time and of memory by any name that UnitOfMetric knows,
// except "kb", "mb" and so on, and k K M G T in exactly this case; std::nullopt for any other text.
[[nodiscard]] std::optional<Unit> FindWrittenUnit(std::string_view name);
// Whether the text may stand behind the number of a bound: a unit, % or %%.
[[nodiscard]] bool IsUnitOfBound(std::string_view text);
// "ns, us, ...", the short names, for messages.
[[nodiscard]] std::string WrittenUnitList();

}  // namespace ringscope
