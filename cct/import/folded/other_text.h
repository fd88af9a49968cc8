#pragma once

#include <string_view>

namespace ringscope {

// Whether a line that ends in a count, and would be a stack of a single frame, is rather one of another text:
// a table, a log, a list of settings, prose. `stack` is the line without its count and with the blanks in
// front of it. Names of functions have blanks too, so it takes what they hardly have: numbers as words, times
// of the day, a word that ends in a colon, many words outside of brackets and behind what compilers put in
// front of names.
[[nodiscard]] bool LooksLikeOtherText(std::string_view stack);

// Whether a tab or several blanks lie between a stack of `line`, which it begins with, and its count.
[[nodiscard]] bool IsSetOffAsInTables(std::string_view line, std::string_view stack);

// "12", "1.5", "80%", "1,234", "1/3"; without anything else but blanks.
[[nodiscard]] bool IsNumberAlone(std::string_view stack);

// Whether there are control characters that no text has.
[[nodiscard]] bool HasBinaryBytes(std::string_view line);

}  // namespace ringscope
