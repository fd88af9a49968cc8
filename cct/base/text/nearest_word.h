#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ringscope {

// The word that `written` was most likely meant to be: the first of those with the fewest letters missing,
// added, wrong or swapped, at most a third of the letters of `written`, or one. std::nullopt if no word is
// that near.
[[nodiscard]] std::optional<std::string> NearestWord(std::string_view written,
                                                     std::span<const std::string> words);

}  // namespace ringscope
