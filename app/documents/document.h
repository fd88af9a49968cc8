#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/importer.h"
#include "cct/tree/cct.h"

namespace ringscope {

struct LoadOptions {
  ImportOptions import;
  // Check every column of a .cct before returning it. Viewers open first and check in the background instead.
  bool verify = true;
};

// Opens any supported file: a .cct is mapped, anything else imported. "-" is the standard input, which may be
// a pipe, but no .cct. `options.import.threads` holds for
// both: a .cct with a thread ring is merged when asked. Errors as OpenCctFile, VerifyCct, ImportProfile and
// MergeThreads.
[[nodiscard]] Result<CctPtr> LoadTree(const std::filesystem::path& path, const LoadOptions& options,
                                      JobControl& job);

// Resolves a call path as users write it, "main;f" below the synthetic root; ';' and '\' inside a name are
// written
// "\;" and "\\". An empty path is the natural view root. Errors: kNotFound naming the first name that has no
// match.
[[nodiscard]] Result<ContextId> FindContextByPath(const Cct& tree, std::string_view path);
// The inverse: names from below the synthetic root, escaped and joined.
[[nodiscard]] std::string PathText(const Cct& tree, ContextId context);

}  // namespace ringscope
