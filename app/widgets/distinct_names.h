#pragma once

#include <span>
#include <string>
#include <vector>

#include "renderer/text/name_text.h"

namespace ringscope {

// The names shortened by ShortenName, each to its width; different names that would read the same keep their
// beginning and their end instead, or where these are the same, too, what stands before the end that they
// share.
[[nodiscard]] std::vector<std::string> DistinctNames(std::span<const std::string> names,
                                                     std::span<const float> widths_px, float size_px,
                                                     const MeasureText& measure);

}  // namespace ringscope
