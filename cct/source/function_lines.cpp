#include "cct/source/function_lines.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// How far the line of a profile may be before a definition: it may be that of an annotation or a return type.
constexpr uint32_t kLinesBeforeDefinition = 3;

bool IsWordByte(char c) { return IsLetterOrDigit(c) || c == '_' || c == '$' || IsBeyondAscii(c); }

// All lines as one text in which comments and string literals are blanked, so that words and brackets are
// code. Every byte keeps its position.
class CodeOnly {
 public:
  explicit CodeOnly(std::span<const std::string_view> lines) {
    for (const std::string_view line : lines) {
      begin_.push_back(text_.size());
      text_ += line;
      text_ += '\n';
    }
    begin_.push_back(text_.size());
    for (size_t at = 0; at < text_.size();) at = Blank(at);
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] size_t BeginOf(uint32_t line) const { return begin_[line]; }
  [[nodiscard]] uint32_t LineAt(size_t at) const {
    return static_cast<uint32_t>(std::upper_bound(begin_.begin(), begin_.end(), at) - begin_.begin()) - 1;
  }

 private:
  // Blanks the comment or literal at `at`, if there is one; returns the position of the next token.
  size_t Blank(size_t at) {
    const std::string_view rest = std::string_view(text_).substr(at);
    if (rest.starts_with("//")) return Fill(at, rest.find('\n'), 0);
    if (rest.starts_with("/*")) return Fill(at, rest.find("*/", 2), 2);
    if (rest.starts_with("\"\"\"") || rest.starts_with("'''"))
      return Fill(at, rest.find(rest.substr(0, 3), 3), 3);
    if (rest[0] == '#' && IsHashComment(at)) return Fill(at, rest.find('\n'), 0);
    if (rest[0] == '"' || rest[0] == '`') return Fill(at, EndOfText(rest), 1);
    // A character, or a string of Python; but not a lifetime of Rust or a separator of digits.
    const char before = at > 0 ? text_[at - 1] : '\n';
    if (rest[0] == '\'' && !IsWordByte(before) && before != '<' && before != '&') {
      const size_t end = EndOfText(rest);
      if (end != std::string_view::npos) return Fill(at, end, 1);
    }
    return at + 1;
  }
  // For Python and shells; directives of C and attributes of Rust are no comments.
  [[nodiscard]] bool IsHashComment(size_t at) const {
    const char next = at + 1 < text_.size() ? text_[at + 1] : '\n';
    return next != '[' && next != '!' && !IsWordByte(next);
  }
  static size_t EndOfText(std::string_view rest) {
    for (size_t i = 1; i < rest.size(); ++i) {
      if (rest[i] == '\\') {
        ++i;
      } else if (rest[i] == rest[0]) {
        return i;
      } else if (rest[i] == '\n' && rest[0] != '`') {
        return std::string_view::npos;
      }
    }
    return std::string_view::npos;
  }
  // Blanks `length` bytes and an end mark of `mark` bytes; only skips a byte if npos. Returns the end.
  size_t Fill(size_t at, size_t length, size_t mark) {
    if (length == std::string_view::npos) return at + 1;
    const size_t end = std::min(at + length + mark, text_.size());
    for (size_t i = at; i < end; ++i) {
      if (text_[i] != '\n') text_[i] = ' ';
    }
    return std::max(end, at + 1);
  }

  std::string text_;
  std::vector<size_t> begin_;
};

class Definitions {
 public:
  Definitions(std::span<const std::string_view> lines, std::string_view word) : lines_(lines), code_(lines) {
    const std::string& text = code_.text();
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const size_t end = at + word.size();
      if ((at > 0 && IsWordByte(text[at - 1])) || (end < text.size() && IsWordByte(text[end]))) continue;
      if (const auto range = DefinitionAt(at, end)) found_.push_back(*range);
    }
  }
  [[nodiscard]] const std::vector<LineRange>& found() const { return found_; }

 private:
  [[nodiscard]] size_t SkipBlanks(size_t at) const {
    while (at < text().size() && IsSpace(text()[at])) ++at;
    return at;
  }
  [[nodiscard]] const std::string& text() const { return code_.text(); }

  // The position behind the bracket that closes the one at `at`; the end of the text, at which there is never
  // a bracket, if none does.
  [[nodiscard]] size_t Close(size_t at) const {
    const char open = text()[at];
    const char close = open == '(' ? ')' : open == '{' ? '}' : open == '<' ? '>' : ']';
    size_t depth = 0;
    for (; at < text().size(); ++at) {
      if (text()[at] == open) ++depth;
      if (text()[at] == close && --depth == 0) return at + 1;
      if (open == '<' && (text()[at] == ';' || text()[at] == '{')) break;
    }
    return text().size();
  }

  [[nodiscard]] std::optional<LineRange> DefinitionAt(size_t word, size_t end) const {
    const uint32_t line = code_.LineAt(word);
    const std::string_view before =
        std::string_view(text()).substr(code_.BeginOf(line), word - code_.BeginOf(line));
    size_t at = SkipBlanks(end);
    // word = function (...) {, word: (...) => {
    const bool is_assigned = at < text().size() && (text()[at] == '=' || text()[at] == ':') &&
                             text()[at + 1] != '=' && text()[at + 1] != ':';
    if (is_assigned) {
      at = SkipBlanks(at + 1);
      for (const std::string_view skipped : {std::string_view("async"), std::string_view("function")}) {
        if (std::string_view(text()).substr(at).starts_with(skipped)) at = SkipBlanks(at + skipped.size());
      }
    }
    if (at < text().size() && text()[at] == '<') at = SkipBlanks(Close(at));
    if (at >= text().size() || text()[at] != '(') return std::nullopt;
    at = Close(at);
    if (IsPythonDefinition(before)) return IndentedFrom(line, at);
    const size_t body = BodyAfter(at, is_assigned);
    if (body == std::string::npos) return std::nullopt;
    const size_t closed = Close(body);
    if (closed == text().size()) return std::nullopt;
    return LineRange{line, code_.LineAt(closed - 1) + 1};
  }

  static bool IsPythonDefinition(std::string_view before) {
    const size_t begin = before.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return false;
    before.remove_prefix(begin);
    return before.starts_with("def ") || before.starts_with("async def ");
  }

  // The begin of the body of a function whose parameters end at `at`; npos if this is no definition.
  [[nodiscard]] size_t BodyAfter(size_t at, bool is_assigned) const {
    at = SkipBlanks(at);
    if (at < text().size() && text()[at] == '.') return std::string::npos;  // a call on the result of a call
    bool in_initializers = false;
    bool has_arrow = false;
    while (at < text().size()) {
      const char c = text()[at];
      // The brace of a member initializer, as in `: size_{0}`.
      const bool is_member =
          in_initializers && at > 0 && (IsWordByte(text()[at - 1]) || text()[at - 1] == '>');
      if (c == '{' && !is_member)
        return is_assigned && !has_arrow && !IsFunctionWordBefore(at) ? std::string::npos : at;
      if (c == '{' || c == '(' || c == '[' || c == '<') {
        at = Close(at);
        continue;
      }
      if (c == '=' && at + 1 < text().size() && text()[at + 1] == '>') {
        has_arrow = true;
        at += 2;
        continue;
      }
      in_initializers |= c == ':';
      const bool is_allowed =
          IsWordByte(c) || IsSpace(c) || std::string_view(":,<>-*&.'?!@").find(c) != std::string_view::npos;
      if (!is_allowed || (c == ',' && !in_initializers && !IsInSignature(at))) return std::string::npos;
      ++at;
    }
    return std::string::npos;
  }
  // `throws A, B` and `where T: A, U: B` have commas before the body; an argument of a call has one behind
  // it.
  [[nodiscard]] bool IsInSignature(size_t at) const {
    const size_t from = at > 200 ? at - 200 : 0;
    const std::string_view before = std::string_view(text()).substr(from, at - from);
    const size_t close = before.rfind(')');
    const std::string_view behind = close == std::string_view::npos ? before : before.substr(close);
    return behind.find("throws") != std::string_view::npos || behind.find("where") != std::string_view::npos;
  }
  [[nodiscard]] bool IsFunctionWordBefore(size_t at) const {
    const size_t from = at > 400 ? at - 400 : 0;
    return std::string_view(text()).substr(from, at - from).rfind("function") != std::string_view::npos;
  }

  // A body with a deeper indentation than its head, which begins on `line` and ends with a colon behind `at`.
  [[nodiscard]] std::optional<LineRange> IndentedFrom(uint32_t line, size_t at) const {
    const auto indent_of = [&](uint32_t which) {
      const size_t indent = lines_[which].find_first_not_of(" \t\r");
      return indent == std::string_view::npos ? SIZE_MAX : indent;
    };
    const size_t indent = indent_of(line);
    const size_t colon = text().find(':', at);
    if (colon == std::string::npos) return std::nullopt;
    uint32_t end = code_.LineAt(colon) + 1;
    for (uint32_t next = end; next < lines_.size(); ++next) {
      const size_t its = indent_of(next);
      if (its == SIZE_MAX) continue;
      if (its <= indent) break;
      end = next + 1;
    }
    return LineRange{line, end};
  }

  const std::span<const std::string_view> lines_;
  const CodeOnly code_;
  std::vector<LineRange> found_;
};

}  // namespace

std::string_view DefiningWord(std::string_view name) {
  // Cuts off the parameters; further down the template arguments.
  const size_t parameters = name.find('(', 1);
  if (parameters != std::string_view::npos && !name.starts_with('(')) name = name.substr(0, parameters);
  // Cuts off "[abi:cxx11]", "[clone .isra.0]".
  while (name.ends_with(']')) {
    const size_t bracket = name.rfind('[');
    if (bracket == std::string_view::npos || bracket == 0) return {};
    name = name.substr(0, name.find_last_not_of(' ', bracket - 1) + 1);
  }
  while (name.ends_with('>')) {
    size_t depth = 0, at = name.size();
    while (at-- > 0) {
      if (name[at] == '>') ++depth;
      if (name[at] == '<' && --depth == 0) break;
    }
    if (at == std::string_view::npos || at == 0) return {};
    name = name.substr(0, at);
    if (name.ends_with("::")) name.remove_suffix(2);
  }
  size_t begin = name.size();
  while (begin > 0 && IsWordByte(name[begin - 1])) --begin;
  std::string_view word = name.substr(begin);
  // javac names the body of a lambda in `parse` lambda$parse$0.
  constexpr std::string_view kLambda = "lambda$";
  if (word.starts_with(kLambda)) {
    word.remove_prefix(kLambda.size());
    word = word.substr(0, word.find('$'));
  }
  return word.empty() || IsDigit(word[0]) ? std::string_view{} : word;
}

bool DefinesFunction(std::span<const std::string_view> lines, std::string_view word) {
  return !word.empty() && !lines.empty() && !Definitions(lines, word).found().empty();
}

std::optional<LineRange> FindFunctionLines(std::span<const std::string_view> lines, std::string_view word,
                                           uint32_t line) {
  if (word.empty() || lines.empty()) return std::nullopt;
  const Definitions definitions(lines, word);
  const std::vector<LineRange>& found = definitions.found();
  if (line > 0) {
    const uint32_t index = line - 1;
    const auto holds = [&](const LineRange& range) {
      return range.begin <= index + kLinesBeforeDefinition && index < range.end;
    };
    // The innermost definition is the one that begins last.
    const auto best = std::find_if(found.rbegin(), found.rend(), [&](const LineRange& range) {
      return holds(range) && (range.begin <= index || found.size() == 1);
    });
    if (best != found.rend()) return *best;
    const auto next = std::find_if(found.begin(), found.end(), holds);
    if (next != found.end()) return *next;
  }
  if (found.size() != 1) return std::nullopt;
  return found.front();
}

}  // namespace ringscope
