#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/cct.h"
#include "renderer/layout/name_text.h"  // DisplayText

namespace ringscope {

// The name of a context's function for people: "all" for the synthetic root, as the chart says,
// kUnknownName for an empty name.
[[nodiscard]] std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes = 512);

// "file.cpp:12:5", as far as it is known.
[[nodiscard]] std::string PlaceText(const Frame& frame);

}  // namespace ringscope
