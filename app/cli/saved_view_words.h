#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/view/saved_view.h"

namespace ringscope {

// `render VIEW.ringview` and `layout VIEW.ringview` of one view are the command of its kind with the
// arguments that draw what the file says; what else stands in `given` is added. The same words where the file
// or the profile that it names cannot be read, it has several views, or its kind draws nothing: the command
// then says so. Of several views `--pane N` chooses one for `render`.
[[nodiscard]] std::vector<std::string> SavedViewWords(std::vector<std::string> given);

// Leaves of a window the pane of this number, from 1, with its part of the width.
void KeepPane(size_t pane, SavedWindow& window);

// Errors: a profile that the saved view names is missing; about the first one.
[[nodiscard]] Result<void> CheckProfilesExist(const std::filesystem::path& file, const SavedWindow& window);

}  // namespace ringscope
