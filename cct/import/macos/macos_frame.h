#pragma once

#include <string_view>

#include "cct/tree/building/builder.h"

namespace ringscope {

// A frame as macOS's tools print it: "name  (in module) + 12  [0x10a]  file.c:7", of which all behind the
// name may be missing. Code without a name ("???") is where it lies in its module.
[[nodiscard]] FrameId MacosFrame(CctBuilder& builder, std::string_view text);

}  // namespace ringscope
