#pragma once

#include <string_view>

#include "cct/tree/frame_table.h"

namespace ringscope {

// "/usr/lib/libc.so.6" -> "libc.so.6".
[[nodiscard]] std::string_view BaseName(std::string_view path);

// Kernel code and code generated at run time, told by the names that perf and others give their modules; else
// kUser.
[[nodiscard]] FrameKind KindOfModule(std::string_view module);

}  // namespace ringscope
