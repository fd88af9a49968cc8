#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "app/cli/output.h"

namespace ringscope {

// A folder for what recorders write, beside the result, or where temporary files are. It goes with the object,
// with all that is in it.
class WorkFolder {
 public:
  // For a result at `output`. Errors: a line that says why there can be no result, or no folder.
  [[nodiscard]] static Result<WorkFolder> Make(const std::filesystem::path& output);
  WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  // It stays where it is.
  void Keep() { path_.clear(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit WorkFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace ringscope
