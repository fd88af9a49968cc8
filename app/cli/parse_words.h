#pragma once

#include <string>
#include <vector>

#include "app/cli/command_syntax.h"

namespace ringscope {

// What the words of a command line ask for.
struct ParsedWords {
  const CommandSyntax* command = nullptr;  // the chosen one; null: the program itself
  bool wants_help = false;
  std::string problem;  // what is wrong with the words; empty: nothing
};

// Finds the command among the words and hands the values that stand behind options to those that take them;
// not where help is wanted. A word that begins with '-' and cannot be the name of an option, '-[NSObject
// init]', is an argument. After a problem some options may have taken their values.
[[nodiscard]] ParsedWords ParseWords(const CommandSyntax& program, const CommandTable& commands,
                                     const std::vector<std::string>& words);

}  // namespace ringscope
