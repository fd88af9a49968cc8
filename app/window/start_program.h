#pragma once

#include <span>
#include <string>

#include "cct/base/result.h"

namespace ringscope {

// Starts a program (found through PATH) that outlives this one, without a shell in between and without
// waiting for it. Errors: kNotFound, kIo where it cannot be started.
[[nodiscard]] Result<void> StartProgram(std::span<const std::string> words);

}  // namespace ringscope
