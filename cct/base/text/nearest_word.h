#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ringscope {

// The one of `words` that `written` was most likely meant to be: letters missing, too many, wrong or swapped,
// one for every three it has and at least one. The first of equals; nothing where none is that near.
[[nodiscard]] std::optional<std::string> NearestWord(std::string_view written,
                                                     std::span<const std::string> words);

}  // namespace ringscope
