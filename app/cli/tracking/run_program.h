#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"

namespace ringscope {

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
