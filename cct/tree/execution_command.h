#pragma once

#include <string_view>

namespace ringscope {

// The attribute of an execution that says what was run, as words for a shell.
inline constexpr std::string_view kCommandAttribute = "command";

}  // namespace ringscope
