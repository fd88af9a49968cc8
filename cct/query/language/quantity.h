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

// A unit that may stand behind a number: ns us ms s min h, B kB MB GB TB KiB MiB GiB TiB, k M G T. Exactly as
// written here; nothing for any other text.
[[nodiscard]] std::optional<Unit> FindWrittenUnit(std::string_view name);
// Whether a bound may have this behind its number: a unit, % or %%.
[[nodiscard]] bool IsUnitOfBound(std::string_view text);
// "ns, us, ...", for messages.
[[nodiscard]] std::string WrittenUnitList();

// The unit a metric is kept in, by its name in the profile ("ns", "microseconds", "bytes"); kOther where it
// is not known.
[[nodiscard]] Unit UnitOfMetric(std::string_view unit_of_metric);

}  // namespace ringscope
