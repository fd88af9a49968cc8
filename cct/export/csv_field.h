#pragma once

#include <string>
#include <string_view>

namespace ringscope {

// Appends a text as a field of a comma-separated line, quoted as in RFC 4180 where it has to be. A text that
// a spreadsheet would take for a formula gets an apostrophe in front, by which these know it for a text.
inline void AppendCsvField(std::string& out, std::string_view text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
  const bool is_quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
  if (is_quoted) out += '"';
  if (is_formula) out += '\'';
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  if (is_quoted) out += '"';
}

}  // namespace ringscope
