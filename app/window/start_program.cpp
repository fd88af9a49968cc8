#include "app/window/start_program.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <thread>
#include <vector>

namespace ringscope {

Result<void> StartProgram(std::span<const std::string> words) {
  if (words.empty()) return Fail(ErrorCode::kInvalidArgument, "expected a program, found none");
  std::vector<std::string> copies(words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (error != 0) {
    return Fail(error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                fmt::format("{}: {}", words[0], std::generic_category().message(error)));
  }
  // Somebody has to take note of its end.
  std::thread([child] {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }).detach();
  return {};
}

}  // namespace ringscope
