#include "cct/base/text/shell_words.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/join_texts.h"

namespace ringscope {
namespace {

bool PartsWords(char c) { return IsBlank(c) || c == '\r'; }
bool EndsCommand(char c) {
  return c == '\n' || c == ';' || c == '|' || c == '&' || c == '(' || c == ')' || c == '`';
}

// Whether a command may begin behind the word.
bool IsKeyword(std::string_view word) {
  constexpr std::string_view kWords = "then do else elif if while until ! { } fi done time";
  return IsWordOf(word, kWords);
}

// Takes words from the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char next() const { return text_[at_]; }
  void Skip() { ++at_; }
  void SkipLine() {
    while (!at_end() && next() != '\n') ++at_;
  }
  // A backslash at the end of a line joins it with the next one.
  void SkipBlanks() {
    while (!at_end()) {
      if (text_.substr(at_).starts_with("\\\n"))
        at_ += 2;
      else if (PartsWords(next()))
        ++at_;
      else
        return;
    }
  }

  // The word up to the next blank; with `ends` also up to a character that ends a command.
  std::string Word(bool ends) {
    std::string word;
    while (!at_end() && !PartsWords(next()) && next() != '\n') {
      // "2>&1" is one word.
      const bool is_redirection =
          next() == '&' && !word.empty() && (word.back() == '>' || word.back() == '<');
      if (ends && EndsCommand(next()) && !is_redirection) break;
      const char c = next();
      ++at_;
      if (c == '\'') {
        while (!at_end() && next() != '\'') word += text_[at_++];
        if (!at_end()) ++at_;
      } else if (c == '"') {
        while (!at_end() && next() != '"') {
          if (next() == '\\' && at_ + 1 < text_.size()) ++at_;
          word += text_[at_++];
        }
        if (!at_end()) ++at_;
      } else if (c == '\\') {
        if (!at_end()) word += text_[at_++];
      } else if (c == '$' && !at_end() && next() == '{') {
        word += c;
        while (!at_end() && next() != '}' && next() != '\n') word += text_[at_++];
      } else {
        word += c;
      }
    }
    return word;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

// The mark in a word that begins a here document: "<<EOF", "<<-'EOF'"; empty if the next word is the mark.
std::optional<std::string> HereMark(std::string_view word) {
  const size_t at = word.find("<<");
  if (at == std::string_view::npos || word.substr(at).starts_with("<<<")) return std::nullopt;
  word.remove_prefix(at + 2);
  if (word.starts_with('-')) word.remove_prefix(1);
  return std::string(word);
}

}  // namespace

bool IsAssignment(std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  return name.size() < word.size() && !name.empty() && !IsDigit(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) { return c == '_' || IsLetterOrDigit(c); });
}

std::vector<std::string> SplitShellWords(std::string_view line) {
  std::vector<std::string> words;
  Scanner scanner(line);
  while (true) {
    scanner.SkipBlanks();
    while (!scanner.at_end() && scanner.next() == '\n') {
      scanner.Skip();
      scanner.SkipBlanks();
    }
    if (scanner.at_end()) return words;
    words.push_back(scanner.Word(false));
  }
}

std::string QuotedShellWord(std::string_view word) {
  constexpr std::string_view kPlain = "_-+=./:,@%^";
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return IsLetterOrDigit(c) || IsBeyondAscii(c) || kPlain.find(c) != std::string_view::npos;
  });
  if (is_plain) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string ShellLine(const std::vector<std::string>& words) {
  return JoinTexts(words, " ", QuotedShellWord);
}

std::vector<std::vector<std::string>> ShellCommands(std::string_view text) {
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> command;
  std::vector<std::string> here_marks;
  bool skip_word = false;  // a redirection's file
  const auto end_command = [&] {
    if (!command.empty()) commands.push_back(std::move(command));
    command.clear();
    skip_word = false;
  };
  Scanner scanner(text);
  while (true) {
    scanner.SkipBlanks();
    if (scanner.at_end()) break;
    if (scanner.next() == '#') {
      scanner.SkipLine();
      continue;
    }
    if (EndsCommand(scanner.next())) {
      const bool is_line = scanner.next() == '\n';
      scanner.Skip();
      end_command();
      while (is_line && !here_marks.empty() && !scanner.at_end()) {
        // Skips the lines of a here document, up to its mark.
        scanner.SkipBlanks();
        std::string line;
        while (!scanner.at_end() && scanner.next() != '\n') {
          line += scanner.next();
          scanner.Skip();
        }
        if (!scanner.at_end()) scanner.Skip();
        if (line == here_marks.front()) here_marks.erase(here_marks.begin());
      }
      continue;
    }
    const std::string word = scanner.Word(true);
    if (const auto mark = HereMark(word)) {
      if (mark->empty()) {
        scanner.SkipBlanks();
        here_marks.push_back(scanner.Word(true));
      } else {
        here_marks.push_back(*mark);
      }
      continue;
    }
    const size_t arrow = word.find_first_of("<>");
    if (arrow != std::string::npos && arrow <= 1 && word.find('$') == std::string::npos) {
      skip_word = word.back() == '<' || word.back() == '>';
      continue;
    }
    if (skip_word) {
      skip_word = false;
      continue;
    }
    if (command.empty() && (IsKeyword(word) || IsAssignment(word))) continue;
    command.push_back(word);
  }
  end_command();
  return commands;
}

}  // namespace ringscope
