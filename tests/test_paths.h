#pragma once

#include <filesystem>

namespace ringscope {

// The repository, with the data that tests read.
[[nodiscard]] std::filesystem::path SourceDir();
// Where tests leave what a person may want to look at: pictures that differ, logs. It may not exist yet.
[[nodiscard]] std::filesystem::path ArtifactDir();

}  // namespace ringscope
