#pragma once

#include <functional>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// Receives text in parts; returns an error to stop (disk full).
using TextSink = std::function<Result<void>(std::string_view)>;

}  // namespace ringscope
