#pragma once

#include "cct/tree/cct.h"

namespace ringscope {

// Whether the tree's columns are those of a file that another program made shorter while it was open: they
// are zeros in part. Costs one load where that never happened. Thread-safe.
[[nodiscard]] bool HasLostItsFile(const Cct& tree);

}  // namespace ringscope
