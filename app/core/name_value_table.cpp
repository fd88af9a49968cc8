#include "app/core/name_value_table.h"

namespace ringscope {

std::optional<NameValue> SplitNameValue(std::string_view line) {
  line = Trimmed(line);
  if (line.empty() || line.front() == '#') return std::nullopt;
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  return NameValue{Trimmed(line.substr(0, equals)), Trimmed(line.substr(equals + 1))};
}

std::string_view TakeTrimmedLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = Trimmed(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string QuoteValue(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::optional<std::string> UnquoteValue(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return std::nullopt;
    if (text[i] != '\\') {
      plain += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    plain += text[i] == 'n' ? '\n' : text[i];
  }
  return plain;
}

}  // namespace ringscope
