#pragma once

#include <optional>
#include <string_view>

#include "renderer/layout/view.h"

namespace ringscope {

// "equal", "length", "area": as settings and options spell them.
[[nodiscard]] std::string_view ModeName(RingMode mode);
[[nodiscard]] std::optional<RingMode> ModeFromName(std::string_view name);

}  // namespace ringscope
