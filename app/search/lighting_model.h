#pragma once

#include <cstdint>
#include <string>

#include "app/view/state/app_state.h"

namespace ringscope {

// "java.util.HashMap.getNode: 321 contexts, 5 drawn": what is lit, how often it lies below the view root, and how many
// segments of a chart are of it.
[[nodiscard]] std::string LitText(const LitContexts& lit, uint32_t drawn);

}  // namespace ringscope
