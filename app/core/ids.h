#pragma once

#include <cstdint>

namespace ringscope {

using DocumentId = uint32_t;
using ViewId = uint32_t;
using JobId = uint32_t;
inline constexpr JobId kNoJob = 0;

}  // namespace ringscope
