#pragma once

#include <cstddef>
#include <string>

#include "app/cli/command_syntax.h"

namespace ringscope {

// What `--help` prints, in lines of at most `width` characters where words permit that.
[[nodiscard]] std::string ProgramHelp(const CommandSyntax& program, const CommandTable& commands,
                                      size_t width);
[[nodiscard]] std::string CommandHelp(const CommandSyntax& command, size_t width);

}  // namespace ringscope
