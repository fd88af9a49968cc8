#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace ringscope {

// The files to open if no command was given.
struct ViewerRequest {
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> source_folders;  // to be remembered
};

// Parses the command line and runs its command; returns the exit code. Without a command it returns
// std::nullopt, and `request` lists the files that the viewer opens.
[[nodiscard]] std::optional<int> RunCommandLine(int argc, char** argv, ViewerRequest& request);

}  // namespace ringscope
