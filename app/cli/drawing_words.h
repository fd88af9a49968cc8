#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/command_syntax.h"
#include "app/view/saved_view.h"

namespace ringscope {

// `render` and `layout` draw rings. With `--view NAME`, or for a saved view of another kind, returns the
// words of the command of that kind of view; else the given words.
[[nodiscard]] std::vector<std::string> DrawingWords(std::vector<std::string> words);
// Adds --view to a command that draws rings.
void AddViewOption(CommandSyntax* command);

// Reduces a window to one pane, counted from 1, at the pane's part of the width.
void KeepPane(size_t pane, SavedWindow& window);

// Errors: a profile that a saved view names is missing; the message is about the first one.
[[nodiscard]] Result<void> CheckProfilesExist(const std::filesystem::path& file, const SavedWindow& window);

}  // namespace ringscope
