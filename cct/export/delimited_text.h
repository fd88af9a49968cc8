#pragma once

#include <string>
#include <string_view>

namespace ringscope {

// Appends a text as a field of a comma-separated line, quoted as in RFC 4180 if necessary. A text that a
// spreadsheet would take for a formula gets an apostrophe in front, which marks it as text.
inline void AppendCsvField(std::string& out, std::string_view text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
  const bool is_quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
  if (is_quoted) out += '"';
  if (is_formula) out += '\'';
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  if (is_quoted) out += '"';
}

// Appends lines of fields separated by commas (AppendCsvField) or tabs (tabs, line breaks and backslashes
// written \t \n \r \\). Lines end in '\n'.
class DelimitedText {
 public:
  DelimitedText(std::string& out, char separator) : out_(out), separator_(separator) {}

  DelimitedText& Text(std::string_view text) {
    Separate();
    if (separator_ == ',') {
      AppendCsvField(out_, text);
      return *this;
    }
    for (const char c : text) {
      const size_t escaped = std::string_view("\t\n\r\\").find(c);
      if (escaped != std::string_view::npos) {
        out_ += '\\';
        out_ += std::string_view("tnr\\")[escaped];
      } else {
        out_ += c;
      }
    }
    return *this;
  }
  // Appends a field without quotes and escapes, such as a number.
  DelimitedText& Plain(std::string_view text) {
    Separate();
    out_ += text;
    return *this;
  }
  void EndLine() {
    out_ += '\n';
    at_line_start_ = true;
  }

 private:
  void Separate() {
    if (!at_line_start_) out_ += separator_;
    at_line_start_ = false;
  }

  std::string& out_;
  const char separator_;
  bool at_line_start_ = true;
};

}  // namespace ringscope
