#pragma once

#include <span>
#include <string>
#include <vector>

#include "renderer/layout/name_text.h"

namespace ringscope {

// The names shortened to a width as ShortenName does; those that would read the same although they are
// different keep their beginning and their end instead.
[[nodiscard]] std::vector<std::string> DistinctNames(std::span<const std::string> names, float width_px,
                                                     float size_px, const MeasureText& measure);

}  // namespace ringscope
