#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/recording/recorders/command_look.h"
#include "cct/base/result.h"

namespace ringscope {

// The name of the result where none was asked for: "prog.cct" of "./prog", with a number where `is_taken`
// says that there is such a file.
[[nodiscard]] std::filesystem::path DefaultOutput(const CommandLook& look,
                                                  const std::vector<std::string>& command,
                                                  bool (*is_taken)(const std::filesystem::path&));

enum class NameTaken : uint8_t { kByUs, kByOthers, kByNobody };
// Makes an empty file of that name, unless there is one (kByOthers) or none can be made for another reason, which
// writing it will tell (kByNobody).
[[nodiscard]] NameTaken TakeName(const std::filesystem::path& output);

// Whether the result may be written to `output`. Errors: it is a folder or a device, a file that the command
// names, or one that is no .cct file and would be lost.
[[nodiscard]] Result<void> CheckReplaceable(const std::filesystem::path& output,
                                            const std::vector<std::string>& command);

}  // namespace ringscope
