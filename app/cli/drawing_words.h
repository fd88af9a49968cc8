#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/command_syntax.h"
#include "app/view/saved_view.h"

namespace ringscope {

// `render` and `layout` draw rings; with `--view NAME`, or of a saved view, the command of the kind of view
// that draws it takes their place. The words with that command; the same where rings are drawn, or there is
// none.
[[nodiscard]] std::vector<std::string> DrawingWords(std::vector<std::string> words);
// The option --view of commands that draw rings.
void AddViewOption(CommandSyntax* command);

// Leaves of a window the pane of this number, from 1, with its part of the width.
void KeepPane(size_t pane, SavedWindow& window);

// Errors: a profile that the saved view names is missing; about the first one.
[[nodiscard]] Result<void> CheckProfilesExist(const std::filesystem::path& file, const SavedWindow& window);

}  // namespace ringscope
