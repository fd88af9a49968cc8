#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cct/base/text/unit_names.h"

namespace ringscope {

// A unit that may stand behind a number: ns us ms s min h, B kB MB GB TB KiB MiB GiB TiB, k M G T. Exactly as
// written here; nothing for any other text.
[[nodiscard]] std::optional<Unit> FindWrittenUnit(std::string_view name);
// Whether a bound may have this behind its number: a unit, % or %%.
[[nodiscard]] bool IsUnitOfBound(std::string_view text);
// "ns, us, ...", for messages.
[[nodiscard]] std::string WrittenUnitList();

}  // namespace ringscope
