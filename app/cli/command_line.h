#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace ringscope {

// What to open where no command was given.
struct ViewerRequest {
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> source_folders;  // to be remembered
};

// Parses the command line and runs its command; returns the exit code. Nothing when there is no command:
// `request` then says what the viewer is to open.
[[nodiscard]] std::optional<int> RunCommandLine(int argc, char** argv, ViewerRequest& request);

}  // namespace ringscope
