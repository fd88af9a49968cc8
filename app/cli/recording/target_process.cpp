#include "app/cli/recording/target_process.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>

#include "app/cli/recording/recorders/machine_facts.h"

namespace ringscope {
namespace {

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

int EndEventOf(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

std::vector<std::string> EnvironmentWith(const std::vector<std::pair<std::string, std::string>>& more) {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view text = *one;
    const std::string_view name = text.substr(0, text.find('='));
    const bool is_replaced =
        std::any_of(more.begin(), more.end(), [name](const auto& added) { return added.first == name; });
    if (!is_replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

constexpr int kIsNotTraced = -1;  // written instead of errno: it waits in front of exec()

// Runs in the new process: nothing here may allocate memory.
[[noreturn]] void BeginWhenReleased(char* const* arguments, char* const* environment, const sigset_t& mask,
                                    TargetProcess::HoldPoint point, int hold, int failed) {
  RestoreCallerSignals();
  bool begins = false;
  if (point == TargetProcess::HoldPoint::kBehindExec) {
    // A traced process would stop at a signal in front of exec(), for ever: it gets its mask behind exec().
    sigset_t all_but_trap;
    sigfillset(&all_but_trap);
    sigdelset(&all_but_trap, SIGTRAP);
    sigprocmask(SIG_SETMASK, &all_but_trap, nullptr);
    begins = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0;
    if (!begins && write(failed, &kIsNotTraced, sizeof(kIsNotTraced)) < 0) _exit(126);
  }
  if (!begins) {
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    char begin = 0;
    ssize_t count = 0;
    while ((count = read(hold, &begin, 1)) < 0 && errno == EINTR) {
    }
    begins = count == 1;
  }
  if (begins) {
    execvpe(arguments[0], arguments, environment);
    const int error = errno;
    if (write(failed, &error, sizeof(error)) < 0) _exit(126);
  }
  _exit(127);
}

// Whether exec() gives the program rights, which it would not get while it is traced.
bool GivesRights(const std::string& name) {
  const std::optional<std::filesystem::path> path =
      name.find('/') == std::string::npos ? FindOnPath(name) : std::optional<std::filesystem::path>(name);
  struct stat status {};
  if (!path || stat(path->c_str(), &status) != 0) return true;
  return (status.st_mode & (S_ISUID | S_ISGID)) != 0 ||
         getxattr(path->c_str(), "security.capability", nullptr, 0) >= 0;
}

// An int that the new process writes; std::nullopt: it closed the pipe, as exec() does.
std::optional<int> ReadNumber(int pipe) {
  int number = 0;
  ssize_t count = 0;
  while ((count = read(pipe, &number, sizeof(number))) < 0 && errno == EINTR) {
  }
  return count == sizeof(number) ? std::optional(number) : std::nullopt;
}

// Processes by their parent.
std::multimap<pid_t, pid_t> ChildrenByParent() {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  for (std::filesystem::directory_iterator it("/proc", error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    pid_t process = 0;
    const auto [rest, problem] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (problem != std::errc{} || rest != name.data() + name.size()) continue;
    std::ifstream file(it->path() / "stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    // "123 (name, perhaps with brackets) S 122 ..."
    const size_t bracket = text.rfind(')');
    if (bracket == std::string::npos || bracket + 4 >= text.size()) continue;
    pid_t parent = 0;
    std::from_chars(text.data() + bracket + 4, text.data() + text.size(), parent);
    children.emplace(parent, process);
  }
  return children;
}

}  // namespace

Result<TargetProcess> TargetProcess::Hold(const std::vector<std::string>& arguments,
                                          const std::vector<std::pair<std::string, std::string>>& environment,
                                          const sigset_t& signal_mask, HoldPoint point) {
  if (point == HoldPoint::kBehindExec && GivesRights(arguments[0])) point = HoldPoint::kBeforeExec;
  TargetProcess target;
  std::array<int, 2> hold{-1, -1};
  std::array<int, 2> failed{-1, -1};
  const std::vector<std::string> variables = EnvironmentWith(environment);
  const std::vector<char*> argument_pointers = Pointers(arguments);
  const std::vector<char*> variable_pointers = Pointers(variables);
  bool has_pipes = pipe2(hold.data(), O_CLOEXEC) == 0;
  has_pipes = has_pipes && pipe2(failed.data(), O_CLOEXEC) == 0;
  const pid_t child = has_pipes ? fork() : -1;
  if (child == 0) {
    close(hold[1]);
    close(failed[0]);
    BeginWhenReleased(argument_pointers.data(), variable_pointers.data(), signal_mask, point, hold[0],
                      failed[1]);
  }
  const int error = errno;
  Close(hold[0]);
  Close(failed[1]);
  target.hold_ = hold[1];
  target.failed_ = failed[0];
  if (child < 0) return Fail(ErrorCode::kIo, "cannot start a process: {}", std::strerror(error));
  target.id_ = child;
  target.is_child_ = true;
  target.end_event_ = EndEventOf(child);
  if (point == HoldPoint::kBehindExec) target.AwaitExec(signal_mask);
  return target;
}

void TargetProcess::AwaitExec(const sigset_t& signal_mask) {
  const std::optional<int> told = ReadNumber(failed_);
  if (told == kIsNotTraced) return;
  if (told) {
    start_error_ = *told;
    return;
  }
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFSTOPPED(status)) {
    status_ = status;
    return;
  }
  is_traced_ = true;
  // If this program is killed, the held process ends with it.
  ptrace(PTRACE_SETOPTIONS, id_, nullptr, PTRACE_O_EXITKILL);
  constexpr size_t kKernelMaskBytes = 8;
  sigset_t mask = signal_mask;
  if (ptrace(PTRACE_SETSIGMASK, id_, kKernelMaskBytes, &mask) == 0) return;
  start_error_ = errno;
  is_traced_ = false;
  kill(id_, SIGKILL);
}

Result<TargetProcess> TargetProcess::Attach(pid_t process) {
  if (kill(process, 0) != 0 && errno != EPERM)
    return Fail(ErrorCode::kNotFound, "expected the number of a process, found none that is {}", process);
  TargetProcess target;
  target.id_ = process;
  target.end_event_ = EndEventOf(process);
  return target;
}

TargetProcess::TargetProcess(TargetProcess&& other) noexcept { *this = std::move(other); }

TargetProcess& TargetProcess::operator=(TargetProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(is_child_, other.is_child_);
  std::swap(status_, other.status_);
  std::swap(end_event_, other.end_event_);
  std::swap(hold_, other.hold_);
  std::swap(failed_, other.failed_);
  std::swap(is_traced_, other.is_traced_);
  std::swap(start_error_, other.start_error_);
  return *this;
}

TargetProcess::~TargetProcess() {
  const bool is_held = hold_ >= 0;
  Close(hold_);
  Close(failed_);
  Close(end_event_);
  if (is_traced_) kill(id_, SIGKILL);
  if (is_held && is_child_ && !status_) waitpid(id_, nullptr, 0);
}

int TargetProcess::Release() {
  if (is_traced_ || start_error_ != 0 || status_) {
    if (std::exchange(is_traced_, false)) ptrace(PTRACE_DETACH, id_, nullptr, nullptr);
    Close(hold_);
    Close(failed_);
    return start_error_;
  }
  const char begin = 1;
  // If the process has ended already, Ended() tells.
  const bool is_told = write(hold_, &begin, 1) == 1;
  Close(hold_);
  const int error = is_told ? ReadNumber(failed_).value_or(0) : 0;
  Close(failed_);
  return error;
}

std::optional<int> TargetProcess::Ended() {
  if (status_) return status_;
  if (!is_child_) {
    if (kill(id_, 0) != 0 && errno == ESRCH) status_ = 0;
    return status_;
  }
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) == id_) status_ = status;
  return status_;
}

void TargetProcess::SignalAll(int signal_number) const {
  const std::multimap<pid_t, pid_t> children = ChildrenByParent();
  std::vector<pid_t> all{id_};
  for (size_t i = 0; i < all.size(); ++i) {
    const auto [begin, end] = children.equal_range(all[i]);
    for (auto it = begin; it != end; ++it) all.push_back(it->second);
  }
  for (const pid_t one : all) kill(one, signal_number);
}

RecordingSignals::RecordingSignals() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    // Ignored signals, as behind nohup, end nothing.
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) sigaddset(&watched, number);
  }
  sigprocmask(SIG_BLOCK, &watched, &before_);
  event_ = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

RecordingSignals::~RecordingSignals() {
  // Signals that still wait were meant for the recording: untaken they would end this program now.
  while (Take().number != 0) {
  }
  if (event_ >= 0) close(event_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

CaughtSignal RecordingSignals::Take() const {
  signalfd_siginfo info{};
  if (event_ < 0 || read(event_, &info, sizeof(info)) != sizeof(info)) return {};
  return {static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL};
}

namespace {

sigset_t ignored_by_caller;  // empty without RememberCallerSignals()

}  // namespace

void RememberCallerSignals() {
  sigemptyset(&ignored_by_caller);
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
      sigaddset(&ignored_by_caller, number);
  }
}

void RestoreCallerSignals() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    // Signals of the C library and SIGKILL cannot be set.
    if (sigaction(number, nullptr, &action) != 0) continue;
    const auto wanted = sigismember(&ignored_by_caller, number) == 1 ? SIG_IGN : SIG_DFL;
    if (action.sa_handler == wanted) continue;
    action = {};
    action.sa_handler = wanted;
    sigaction(number, &action, nullptr);
  }
}

int EndAs(int status) {
  if (WIFSIGNALED(status)) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);  // the program has dumped its own core
    std::signal(WTERMSIG(status), SIG_DFL);
    sigset_t its;
    sigemptyset(&its);
    sigaddset(&its, WTERMSIG(status));
    sigprocmask(SIG_UNBLOCK, &its, nullptr);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace ringscope
