#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/track/track_manifest.h"

namespace ringscope {

// A repository whose versions are read and never changed. Errors of all functions: those of AskGit().
class GitRepository {
 public:
  // Errors also: kInvalidArgument (no repository, or one without a commit).
  [[nodiscard]] static Result<GitRepository> Open(const std::filesystem::path& folder, const JobControl& job);

  // An absolute path.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  // The folder of its files: the work tree, or the repository itself if it is bare.
  [[nodiscard]] const std::filesystem::path& files() const { return files_; }
  [[nodiscard]] bool is_shallow() const { return is_shallow_; }
  // Whether files differ from the last commit.
  [[nodiscard]] Result<bool> HasChanges(const JobControl& job) const;
  // The last versions of the main line, at most `count`, oldest first.
  [[nodiscard]] Result<std::vector<TrackedVersion>> Versions(uint32_t count, const JobControl& job) const;
  // A hash of the contents of these files and folders in a version.
  [[nodiscard]] Result<std::string> HashOfFiles(const std::string& commit,
                                                const std::vector<std::string>& files,
                                                const JobControl& job) const;

  // Makes the contents of `work` exactly those of a version. `work` is a clone that shares the objects of the
  // repository; it is made if it is missing.
  [[nodiscard]] Result<void> CheckOut(const std::string& commit, const std::filesystem::path& work,
                                      const JobControl& job) const;

 private:
  [[nodiscard]] Result<std::string> Ask(std::vector<std::string> arguments, const JobControl& job) const;

  std::filesystem::path folder_, files_;
  bool is_shallow_ = false;
  bool has_work_tree_ = false;
};

// Runs git and returns its output. Git neither writes into the repository nor asks for input, and it works on
// the repository that the arguments name, whatever the environment says. Errors: kNotFound (no git),
// kInvalidArgument with git's own words (it refuses), kLimit (a very long answer), kIo, kCancelled.
[[nodiscard]] Result<std::string> AskGit(const std::vector<std::string>& arguments, const JobControl& job);

// A command of the user for `sh -c`, and the folder where it runs.
struct ShellCommand {
  std::string command;
  std::filesystem::path folder;
  std::filesystem::path log;             // gets its output and messages; absolute, like the folder
  std::vector<std::string> environment;  // "NAME=VALUE", beside this program's own
  std::vector<std::string> recorder;     // the words of a program that runs the command; empty: none
  uint32_t limit_seconds = 0;            // ends the command with all that it started; 0: no limit
};

// Runs a command to its end. Returns an empty text on success, else the reason: "exit code 2: LAST LINE OF
// ITS OUTPUT". Errors: kNotFound (a program that this needs is missing), kIo, kCancelled.
[[nodiscard]] Result<std::string> RunShellCommand(const ShellCommand& command, const JobControl& job);

}  // namespace ringscope
