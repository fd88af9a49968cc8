#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cct/cct.h"

namespace ringscope {

// Bytes as they can be shown: invalid UTF-8 becomes U+FFFD, control characters (NUL, newline, tab) become
// blanks, and what exceeds `max_bytes` is cut at a character with an ellipsis. A name of a megabyte costs no
// more than its front.
[[nodiscard]] std::string DisplayText(std::string_view bytes, size_t max_bytes = 512);

// The name of a context's function for people: "(everything)" for the synthetic root, "(unnamed)" for an
// empty name.
[[nodiscard]] std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes = 512);

// "file.cpp:12:5", as far as it is known.
[[nodiscard]] std::string PlaceText(const Frame& frame);

}  // namespace ringscope
