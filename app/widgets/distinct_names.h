#pragma once

#include <span>
#include <string>
#include <vector>

#include "renderer/text/name_text.h"

namespace ringscope {

// The names shortened as ShortenName does, each to its width; those that would read the same although they
// are different keep their beginning and their end instead.
[[nodiscard]] std::vector<std::string> DistinctNames(std::span<const std::string> names,
                                                     std::span<const float> widths_px, float size_px,
                                                     const MeasureText& measure);

}  // namespace ringscope
