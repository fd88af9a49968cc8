#pragma once

#include <cstdint>

#include "cct/tree/building/level_order.h"

namespace ringscope {

// Frame 0, the synthetic root's, and `count` methods of invented packages and classes, in ascending order of
// name.
[[nodiscard]] OwnedFrames MakeSynthFrames(uint32_t count, uint64_t seed);

}  // namespace ringscope
