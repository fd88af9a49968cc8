#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// The small text files of the program: lines of `name = value`, values with blanks or special characters
// quoted.

struct NameValue {
  std::string_view name;
  std::string_view value;  // as written, quotes included
};

// Blanks around name and value are dropped. Nothing for blank lines, comments (#) and lines without '='.
[[nodiscard]] std::optional<NameValue> SplitNameValue(std::string_view line);

// Cuts the first line off a text that is not empty.
[[nodiscard]] std::string_view TakeTrimmedLine(std::string_view& text);

// In double quotes, with \" \\ and \n.
[[nodiscard]] std::string QuoteValue(std::string_view text);
// Nothing where `text` is not one quoted string.
[[nodiscard]] std::optional<std::string> UnquoteValue(std::string_view text);

}  // namespace ringscope
