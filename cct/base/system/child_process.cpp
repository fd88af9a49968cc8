#include "cct/base/system/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

namespace ringscope {
namespace {

constexpr int kPollMilliseconds = 50;  // between two polls for cancellation
constexpr size_t kMaxMessageBytes = 4096;

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

tl::unexpected<Error> FailToStart(const std::string& program, int error) {
  return Fail(error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo, "cannot start {}: {}", program,
              std::strerror(error));
}

// Settings of posix_spawn; freed at the end of the scope.
struct SpawnSettings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
};

// Starts arguments[0] with `settings`. The child ignores and blocks no signals, whatever this program does.
Result<pid_t> Spawn(std::span<const std::string> arguments, SpawnSettings& settings, short flags) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGXFSZ}) sigaddset(&defaults, number);
  pid_t child = -1;
  int error = posix_spawnattr_setsigmask(&settings.attributes, &none);
  if (error == 0) error = posix_spawnattr_setsigdefault(&settings.attributes, &defaults);
  if (error == 0) {
    error = posix_spawnattr_setflags(&settings.attributes,
                                     flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  if (error == 0)
    error = posix_spawnp(&child, argv[0], &settings.actions, &settings.attributes, argv.data(), environ);
  if (error == 0) return child;
  return FailToStart(arguments[0], error);
}

void WaitForEnd(pid_t child, int* status) {
  while (waitpid(child, status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Result<void> StartProgram(std::span<const std::string> arguments) {
  if (arguments.empty()) return Fail(ErrorCode::kInvalidArgument, "expected a program, found none");
  SpawnSettings settings;
  RINGSCOPE_ASSIGN(const pid_t child, Spawn(arguments, settings, 0));
  std::thread([child] { WaitForEnd(child, nullptr); }).detach();
  return {};
}

Result<ChildProcess> ChildProcess::Start(const std::vector<std::string>& arguments) {
  ChildProcess child;
  std::array<int, 2> output{-1, -1};
  std::array<int, 2> errors{-1, -1};
  if (pipe2(output.data(), O_CLOEXEC) != 0) return FailToStart(arguments[0], errno);
  child.output_ = output[0];
  if (pipe2(errors.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    Close(output[1]);
    return FailToStart(arguments[0], error);
  }
  child.errors_ = errors[0];

  SpawnSettings settings;
  int error = posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&settings.actions, output[1], STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&settings.actions, errors[1], STDERR_FILENO);
  if (error == 0) error = posix_spawnattr_setpgroup(&settings.attributes, 0);
  const Result<pid_t> started = error == 0 ? Spawn(arguments, settings, POSIX_SPAWN_SETPGROUP)
                                           : Result<pid_t>(FailToStart(arguments[0], error));
  Close(output[1]);
  Close(errors[1]);
  if (!started) return tl::unexpected(started.error());
  child.pid_ = *started;
  // A larger pipe lets programs that print much run on while their output is read. If the system refuses, the
  // pipe keeps its size.
  constexpr int kPipeBytes = 1 << 20;
  fcntl(child.output_, F_SETPIPE_SZ, kPipeBytes);
  // Messages are read as they arrive, while the output is waited for.
  fcntl(child.errors_, F_SETFL, O_NONBLOCK);
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      messages_(std::move(other.messages_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(messages_, other.messages_);
  return *this;
}

ChildProcess::~ChildProcess() {
  Close(output_);
  Close(errors_);
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  WaitForEnd(pid_, nullptr);
}

void ChildProcess::ReadMessages() {
  std::array<char, 4096> buffer;
  while (errors_ >= 0) {
    const ssize_t count = read(errors_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return Close(errors_);
    const size_t kept = std::min(static_cast<size_t>(count), kMaxMessageBytes - messages_.size());
    messages_.append(buffer.data(), kept);
    if (static_cast<size_t>(count) < buffer.size()) return;  // an endless writer must not block this
  }
}

Result<void> ChildProcess::WaitForInput(const JobControl& job, bool with_output) {
  while (true) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    // poll() ignores a descriptor below 0.
    std::array<pollfd, 2> waited{pollfd{with_output ? output_ : -1, POLLIN, 0}, pollfd{errors_, POLLIN, 0}};
    const int ready = poll(waited.data(), waited.size(), kPollMilliseconds);
    if (ready < 0 && errno != EINTR)
      return Fail(ErrorCode::kIo, "cannot wait for a program: {}", std::strerror(errno));
    if (ready > 0 && waited[1].revents != 0) ReadMessages();
    if (!with_output || (ready > 0 && waited[0].revents != 0)) return {};
  }
}

Result<size_t> ChildProcess::Read(std::span<std::byte> buffer, const JobControl& job) {
  while (true) {
    RINGSCOPE_TRY(WaitForInput(job, true));
    const ssize_t count = read(output_, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<size_t>(count);
    if (errno != EINTR)
      return Fail(ErrorCode::kIo, "cannot read a program's output: {}", std::strerror(errno));
  }
}

Result<std::string> ChildProcess::ReadAll(const JobControl& job, size_t most_bytes) {
  std::string text;
  std::array<std::byte, 1 << 16> buffer;
  while (true) {
    RINGSCOPE_ASSIGN(const size_t count, Read(buffer, job));
    if (count == 0) return text;
    if (count > most_bytes - text.size())
      return Fail(ErrorCode::kLimit, "expected at most {} bytes of output", most_bytes);
    text.append(reinterpret_cast<const char*>(buffer.data()), count);
  }
}

Result<void> ChildProcess::Drain(const JobControl& job) {
  std::array<std::byte, 1 << 12> buffer;
  Result<size_t> count = Read(buffer, job);
  while (count && *count > 0) count = Read(buffer, job);
  return count.map([](size_t) {});
}

// WNOWAIT keeps the process number taken until the group is killed, so that no other program is hit.
bool ChildProcess::IsOver() const {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == pid_;
}

bool ChildProcess::HasEnded() {
  ReadMessages();
  return pid_ < 0 || IsOver();
}

void ChildProcess::Signal(int signal_number) const {
  if (pid_ > 0) kill(pid_, signal_number);
}

Result<int> ChildProcess::Wait(const JobControl& job) {
  while (true) {
    if (IsOver()) {
      kill(-pid_, SIGKILL);  // the programs it started may still run
      int status = 0;
      WaitForEnd(pid_, &status);
      pid_ = -1;
      ReadMessages();
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    RINGSCOPE_TRY(WaitForInput(job, false));
  }
}

}  // namespace ringscope
