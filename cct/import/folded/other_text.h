#pragma once

#include <string_view>

namespace ringscope {

// Whether a line that ends in a count, and would be a stack of a single frame, is rather one of another text:
// a table, a log, a list of settings, prose. `stack` is the line without its count and with the blanks in
// front of it. Names of functions have blanks too, so it takes what they hardly have: numbers as words, times
// of the day, a word that ends in a colon, many words outside of brackets.
[[nodiscard]] bool LooksLikeOtherText(std::string_view stack);

}  // namespace ringscope
