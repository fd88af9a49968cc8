#pragma once

#include <fmt/format.h>

#include <string_view>

#include "cct/base/result.h"
#include "cct/query/language/placed_text.h"

namespace ringscope {

// The error of a step whose text is not what is expected where `at` begins.
[[nodiscard]] inline tl::unexpected<Error> FailExpected(const PlacedText& at, std::string_view expected) {
  const PlacedText part = at.Trimmed();
  return FailAtColumn(ErrorCode::kMalformed, part.begin + 1,
                      fmt::format("expected {}, found {}", expected,
                                  part.empty() ? "the end of the step" : ShownWord(part.text)));
}

}  // namespace ringscope
