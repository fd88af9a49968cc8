#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ringscope {

// The texts of a range's values, by `text_of`, a function or a member, with `between` between them.
template <typename Range, typename TextOf = std::identity>
[[nodiscard]] std::string JoinTexts(const Range& range, std::string_view between, TextOf text_of = {}) {
  std::string joined;
  bool is_first = true;
  for (const auto& value : range) {
    if (!is_first) joined += between;
    is_first = false;
    joined += std::invoke(text_of, value);
  }
  return joined;
}

}  // namespace ringscope
