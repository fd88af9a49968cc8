#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Resolves a call path as users write it, "main;f" below the synthetic root; ';' and '\' inside a name are
// written "\;" and "\\". An empty path is the natural view root. Errors: kNotFound with the first name that
// has no match.
[[nodiscard]] Result<ContextId> FindContextByPath(const Cct& tree, std::string_view path);
// The inverse of FindContextByPath(): names from below the synthetic root, escaped and joined.
[[nodiscard]] std::string PathText(const Cct& tree, ContextId context);

// The titles of files beside each other, in the order of `paths`: the name of the file, and for files of one
// name as many of their folders as tell the files apart ("before/app.pb.gz"). One line of UTF-8 each.
// O(paths^2).
[[nodiscard]] std::vector<std::string> DistinctTitles(std::span<const std::filesystem::path> paths);

}  // namespace ringscope
