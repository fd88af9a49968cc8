#pragma once

#include <string>

#include "cct/tree/cct.h"

namespace ringscope {

// The call stack of a context as text for people: the innermost frame first, one line a frame with module and
// place, then the context's self and inclusive value of every metric. O(layers * log contexts).
[[nodiscard]] std::string StackText(const Cct& tree, ContextId context);

}  // namespace ringscope
