#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/recording/command_look.h"

namespace ringscope {

// The name of the result where none was asked for: "prog.cct" of "./prog", with a number where `is_taken`
// says that there is such a file.
[[nodiscard]] std::filesystem::path DefaultOutput(const CommandLook& look,
                                                  const std::vector<std::string>& command,
                                                  bool (*is_taken)(const std::filesystem::path&));

}  // namespace ringscope
