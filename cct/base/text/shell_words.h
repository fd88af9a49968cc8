#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// "NAME=VALUE"
[[nodiscard]] bool IsAssignment(std::string_view word);

// Splits a line into words as a shell does, with quotes and backslashes; variables and other expansions stay
// as written. A quote without its end reaches to the end of the text.
[[nodiscard]] std::vector<std::string> SplitShellWords(std::string_view line);

// The word, quoted for a shell if necessary.
[[nodiscard]] std::string QuotedShellWord(std::string_view word);
// The words, quoted if necessary, as a line for a shell.
[[nodiscard]] std::string ShellLine(const std::vector<std::string>& words);

// The commands of a shell script in their order, each as its words, at least one. A command begins a line, or
// stands behind one of ; | & ( { ` or a word such as `then`; assignments before it and redirections are left
// out, and so are comments and here documents. A sketch of a shell's grammar, to guess which programs a
// script starts.
[[nodiscard]] std::vector<std::vector<std::string>> ShellCommands(std::string_view text);

}  // namespace ringscope
