#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cct/base/text/unit_names.h"

namespace ringscope {

// A unit that may stand behind a number: those of time and of memory by any name that metrics have them by
// (UnitOfMetric) but "kb", "mb" and so on, and k K M G T exactly as written here; nothing for any other text.
[[nodiscard]] std::optional<Unit> FindWrittenUnit(std::string_view name);
// Whether a bound may have this behind its number: a unit, % or %%.
[[nodiscard]] bool IsUnitOfBound(std::string_view text);
// "ns, us, ...", the short names, for messages.
[[nodiscard]] std::string WrittenUnitList();

}  // namespace ringscope
