#include "cct/export/delimited_text.h"

namespace ringscope {

DelimitedText& DelimitedText::Text(std::string_view text) {
  Separate();
  if (separator_ == ',') {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
      out_ += text;
      return *this;
    }
    out_ += '"';
    for (const char c : text) {
      if (c == '"') out_ += '"';
      out_ += c;
    }
    out_ += '"';
    return *this;
  }
  for (const char c : text) {
    switch (c) {
      case '\t':
        out_ += "\\t";
        break;
      case '\n':
        out_ += "\\n";
        break;
      case '\r':
        out_ += "\\r";
        break;
      case '\\':
        out_ += "\\\\";
        break;
      default:
        out_ += c;
    }
  }
  return *this;
}

DelimitedText& DelimitedText::Plain(std::string_view text) {
  Separate();
  out_ += text;
  return *this;
}

void DelimitedText::EndLine() {
  out_ += '\n';
  at_line_start_ = true;
}

void DelimitedText::Separate() {
  if (!at_line_start_) out_ += separator_;
  at_line_start_ = false;
}

}  // namespace ringscope
