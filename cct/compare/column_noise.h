#pragma once

#include <string_view>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// Whether a metric of this name and unit is a number of samples.
[[nodiscard]] bool IsSampleCount(std::string_view name, std::string_view unit);
// Whether what it counts happened exactly so often: bytes, instructions, allocations, calls.
[[nodiscard]] bool IsExactCount(std::string_view name, std::string_view unit);

}  // namespace ringscope
