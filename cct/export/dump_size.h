#pragma once

#include <cstdint>

#include "cct/tree/cct.h"

namespace ringscope {

// What DumpText() of a tree takes at least: those of deep trees are mostly blanks. O(layers).
[[nodiscard]] uint64_t LeastDumpTextBytes(const Cct& tree);

}  // namespace ringscope
