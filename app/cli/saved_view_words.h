#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/saving/saved_view.h"

namespace ringscope {

// `render VIEW.ringview` and `layout VIEW.ringview` of one view are the command of its kind with the
// arguments that draw what the file says; what else stands in `words` is added. The same words where the file
// or the profile that it names cannot be read, it has several views, or its kind draws nothing: the command
// then says so.
[[nodiscard]] std::vector<std::string> SavedViewWords(std::vector<std::string> words);

// The line that says of the first profile that is missing which saved view names it; nothing: none is.
[[nodiscard]] std::optional<std::string> MissingProfileLine(const std::filesystem::path& file,
                                                            const SavedWindow& window);

}  // namespace ringscope
