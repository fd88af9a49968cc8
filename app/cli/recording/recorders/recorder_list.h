#pragma once

#include <string>

#include "app/cli/recording/recorders/machine_facts.h"

namespace ringscope {

// What `record --list` prints: the recorders, what each measures here, and what would help. Plain data to
// text.
[[nodiscard]] std::string RecorderList(const MachineFacts& machine);

}  // namespace ringscope
