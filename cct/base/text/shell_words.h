#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// "NAME=VALUE"
[[nodiscard]] bool IsAssignment(std::string_view word);

// Cuts a line into words as a shell does, quotes and backslashes included; variables and the like stay as
// they are written. What ends without its second quote ends with the text.
[[nodiscard]] std::vector<std::string> SplitShellWords(std::string_view line);

// The word as a shell has to be told it.
[[nodiscard]] std::string QuotedShellWord(std::string_view word);
// The words as a line for a shell.
[[nodiscard]] std::string ShellLine(const std::vector<std::string>& words);

// The commands of a shell's text in their order, each as its words: what begins a line, or stands behind one
// of ; | & ( { ` or a word such as `then`, without assignments before it and redirections. Comments and here
// documents do not count. A sketch of a shell's grammar, to guess what a script starts: no command is empty.
[[nodiscard]] std::vector<std::vector<std::string>> ShellCommands(std::string_view text);

}  // namespace ringscope
