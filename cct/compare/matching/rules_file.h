#pragma once

#include <filesystem>
#include <string_view>

#include "cct/base/result.h"
#include "cct/compare/matching/name_rules.h"

namespace ringscope {

// The rules that a file keeps; the built-in ones where the path is empty or no such file is there yet.
// Errors: kIo, kLimit and those of NameRules::Parse(), with the path.
[[nodiscard]] Result<NameRules> ReadRulesFile(const std::filesystem::path& path);

// Adds a line to the file that says whether `gone` is called `fresh` by now; what it said of the two before
// goes. All other lines stay as they are. A file that is not there is begun with the built-in rules, its
// folder made. Replaces it atomically. Errors: those of ReadRulesFile(), kIo, kInvalidArgument (names that no
// line of rules can hold).
[[nodiscard]] Result<void> KeepRename(const std::filesystem::path& path, std::string_view gone,
                                      std::string_view fresh, bool is_accepted);

}  // namespace ringscope
