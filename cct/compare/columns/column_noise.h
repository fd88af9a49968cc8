#pragma once

#include <string_view>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// Whether a metric of this name and unit is a number of samples.
[[nodiscard]] bool IsSampleCount(std::string_view name, std::string_view unit);
// Whether what it counts happened exactly so often: bytes, instructions, allocations, calls.
[[nodiscard]] bool IsExactCount(std::string_view name, std::string_view unit);

// The attribute of an execution whose number of samples was brought to another period: for how many each stands.
inline constexpr std::string_view kSamplesPerSample = "samples for each sample";

}  // namespace ringscope
