#pragma once

#include <string>
#include <string_view>

namespace ringscope {

// Appends a field of a tab-separated line: tabs, newlines and backslashes are written \t \n \\.
inline void AppendTsvField(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  }
}

}  // namespace ringscope
