#pragma once

#include <string>
#include <string_view>

namespace ringscope {

// Appends fields of lines separated by commas (quoted as in RFC 4180 where they have to be) or tabs (tabs,
// line breaks and backslashes written \t \n \r \\). Lines end in '\n'.
class DelimitedText {
 public:
  DelimitedText(std::string& out, char separator) : out_(out), separator_(separator) {}

  DelimitedText& Text(std::string_view text);
  // Taken as it is: a number.
  DelimitedText& Plain(std::string_view text);
  void EndLine();

 private:
  void Separate();

  std::string& out_;
  const char separator_;
  bool at_line_start_ = true;
};

}  // namespace ringscope
