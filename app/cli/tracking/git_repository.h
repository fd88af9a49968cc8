#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/track/track_manifest.h"

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

// What git prints. It neither writes into a repository that is only read nor asks anybody anything, and it
// looks at the repository that the arguments name, whatever the environment says. Errors: kNotFound (no git),
// kInvalidArgument with its own words (it refuses), kLimit (a very long answer), kIo, kCancelled.
[[nodiscard]] Result<std::string> AskGit(const std::vector<std::string>& arguments, const JobControl& job);

// A command of the user for `sh -c`, and where it runs.
struct ShellCommand {
  std::string command;
  std::filesystem::path folder;
  std::filesystem::path log;             // gets its output and messages; absolute, as is the folder
  std::vector<std::string> environment;  // "NAME=VALUE", beside this program's own
  std::vector<std::string> recorder;     // the words of a program that runs it; empty: none does
  uint32_t limit_seconds = 0;            // after which it is ended with all it started; 0: none
};

// Runs it to its end. Empty where it ended well, else why not: "exit code 2: LAST LINE OF ITS OUTPUT".
// Errors: kNotFound (a program that this needs is missing), kIo, kCancelled.
[[nodiscard]] Result<std::string> RunShellCommand(const ShellCommand& command, const JobControl& job);

}  // namespace ringscope
