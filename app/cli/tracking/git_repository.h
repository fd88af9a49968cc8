#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cct/track/track_manifest.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"

namespace ringscope {

// A repository whose versions are read and never changed. Errors of all: those of AskGit().
class GitRepository {
 public:
  // kInvalidArgument where there is none, or it has no commit.
  [[nodiscard]] static Result<GitRepository> Open(const std::filesystem::path& folder, const JobControl& job);

  // Absolute.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  // Where its files lie: its work tree, or the repository itself where it has none.
  [[nodiscard]] const std::filesystem::path& files() const { return files_; }
  [[nodiscard]] bool is_shallow() const { return is_shallow_; }
  // Whether files differ from the last commit.
  [[nodiscard]] Result<bool> HasChanges(const JobControl& job) const;
  // The last ones of the main line, oldest first: at most `count`.
  [[nodiscard]] Result<std::vector<TrackedVersion>> Versions(uint32_t count, const JobControl& job) const;
  // What a version holds in these files and folders, as a number.
  [[nodiscard]] Result<std::string> HashOfFiles(const std::string& commit,
                                                const std::vector<std::string>& files,
                                                const JobControl& job) const;

  // Makes `work` hold exactly a version: a clone that shares the objects of the repository, made where there
  // is none.
  [[nodiscard]] Result<void> CheckOut(const std::string& commit, const std::filesystem::path& work,
                                      const JobControl& job) const;

 private:
  [[nodiscard]] Result<std::string> Ask(std::vector<std::string> arguments, const JobControl& job) const;

  std::filesystem::path folder_, files_;
  bool is_shallow_ = false;
  bool has_work_tree_ = false;
};

}  // namespace ringscope
