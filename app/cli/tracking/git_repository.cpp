#include "app/cli/tracking/git_repository.h"

#include <fmt/format.h>

#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "cct/base/system/child_process.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

std::string WithoutLineBreak(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

Result<std::string> GitRepository::Ask(std::vector<std::string> arguments, const JobControl& job) const {
  arguments.insert(arguments.begin(), {"-C", folder_.string()});
  return AskGit(arguments, job);
}

Result<GitRepository> GitRepository::Open(const std::filesystem::path& folder, const JobControl& job) {
  GitRepository repository;
  std::error_code error;
  repository.folder_ = std::filesystem::weakly_canonical(folder, error);
  if (error) repository.folder_ = std::filesystem::absolute(folder, error);
  if (error) return Fail(ErrorCode::kIo, "cannot find the folder: {}", error.message());
  if (!std::filesystem::is_directory(repository.folder_, error))
    return Fail(ErrorCode::kInvalidArgument, "expected a git repository, found no such folder");
  RINGSCOPE_ASSIGN(const std::string shallow, repository.Ask({"rev-parse", "--is-shallow-repository"}, job));
  repository.is_shallow_ = shallow.starts_with("true");
  if (Result<std::string> head = repository.Ask({"rev-parse", "--verify", "--quiet", "HEAD^{commit}"}, job);
      !head) {
    if (head.error().code == ErrorCode::kInvalidArgument)
      head.error().message = "expected a commit, found none";
    return tl::unexpected(std::move(head).error());
  }
  RINGSCOPE_ASSIGN(const std::string inside, repository.Ask({"rev-parse", "--is-inside-work-tree"}, job));
  repository.has_work_tree_ = inside.starts_with("true");
  RINGSCOPE_ASSIGN(
      std::string files,
      repository.Ask({"rev-parse", repository.has_work_tree_ ? "--show-toplevel" : "--absolute-git-dir"},
                     job));
  repository.files_ = WithoutLineBreak(std::move(files));
  return repository;
}

Result<bool> GitRepository::HasChanges(const JobControl& job) const {
  if (!has_work_tree_) return false;
  RINGSCOPE_ASSIGN(const std::string changes, Ask({"status", "--porcelain", "--untracked-files=no"}, job));
  return !changes.empty();
}

Result<std::vector<TrackedVersion>> GitRepository::Versions(uint32_t count, const JobControl& job) const {
  RINGSCOPE_ASSIGN(const std::string text,
                   Ask({"log", "--first-parent", "--no-show-signature", "--no-color", "--no-decorate",
                        fmt::format("--max-count={}", count), "--format=%H%x09%ct%x09%s", "HEAD", "--"},
                       job));
  std::vector<TrackedVersion> versions;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = TakeLine(rest);
    const size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == line.npos || second == line.npos)
      return Fail(ErrorCode::kIo, "expected a commit of git log, found '{}'", line);
    TrackedVersion& version = versions.emplace_back();
    version.commit = line.substr(0, first);
    std::from_chars(line.data() + first + 1, line.data() + second, version.time);
    version.subject = line.substr(second + 1);
  }
  std::reverse(versions.begin(), versions.end());
  return versions;
}

Result<std::string> GitRepository::HashOfFiles(const std::string& commit,
                                               const std::vector<std::string>& files,
                                               const JobControl& job) const {
  std::vector<std::string> words{"ls-tree", "-r", "-z", "--full-tree", commit, "--"};
  words.insert(words.end(), files.begin(), files.end());
  RINGSCOPE_ASSIGN(const std::string listing, Ask(std::move(words), job));
  return fmt::format("{:016x}", XXH3_64bits(listing.data(), listing.size()));
}

Result<void> GitRepository::CheckOut(const std::string& commit, const std::filesystem::path& work,
                                     const JobControl& job) const {
  std::error_code error;
  if (!std::filesystem::exists(work / ".git" / "HEAD", error)) {
    // An interrupted clone.
    std::filesystem::remove_all(work, error);
    RINGSCOPE_TRY(
        AskGit({"clone", "--quiet", "--shared", "--no-checkout", "--", files_.string(), work.string()}, job));
  }
  const std::string folder = work.string();
  // A lock that an interrupted git left; no other program works in this clone.
  std::filesystem::remove(work / ".git" / "index.lock", error);
  RINGSCOPE_TRY(AskGit({"-C", folder, "checkout", "--quiet", "--force", "--detach", commit, "--"}, job));
  RINGSCOPE_TRY(AskGit({"-C", folder, "clean", "-ffdxq"}, job));
  return {};
}

namespace {

constexpr size_t kMaxAnswerBytes = size_t{64} << 20;
constexpr size_t kMaxLineBytes = 200;
constexpr std::streamoff kLogTailBytes = 4096;
constexpr int kEndedByTimeout = 124;
constexpr int kKilledByTimeout = 137;

// Within a hook of git these variables would name another repository.
std::vector<std::string> WithoutGitVariables() {
  std::vector<std::string> words{"env"};
  for (const char* const name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
                                 "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE"}) {
    words.insert(words.end(), {"-u", name});
  }
  return words;
}

std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

// The last line that is not empty, cut to kMaxLineBytes.
std::string LastLineOf(const std::filesystem::path& log) {
  std::ifstream file(log, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(size - kLogTailBytes, 0));
  std::string text(std::istreambuf_iterator<char>(file), {});
  const size_t end = text.find_last_not_of("\r\n\t ");
  if (end == std::string::npos) return {};
  text.resize(end + 1);
  text.erase(0, text.rfind('\n') + 1);  // npos + 1 is 0
  if (text.size() > kMaxLineBytes) text.resize(kMaxLineBytes);
  return text;
}

}  // namespace

Result<std::string> AskGit(const std::vector<std::string>& arguments, const JobControl& job) {
  std::vector<std::string> words = WithoutGitVariables();
  words.insert(words.end(),
               {"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C", "git",
                "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"});
  words.insert(words.end(), arguments.begin(), arguments.end());
  RINGSCOPE_ASSIGN(ChildProcess git, ChildProcess::Start(words));
  RINGSCOPE_ASSIGN(std::string answer, git.ReadAll(job, kMaxAnswerBytes));
  RINGSCOPE_ASSIGN(const int code, git.Wait(job));
  if (code == 0) return answer;
  if (code == 127) return Fail(ErrorCode::kNotFound, "expected git to be installed, found no such program");
  return Fail(ErrorCode::kInvalidArgument, git.messages().empty()
                                               ? fmt::format("git ended with exit code {}", code)
                                               : std::string(FirstLine(git.messages())));
}

Result<std::string> RunShellCommand(const ShellCommand& command, const JobControl& job) {
  std::vector<std::string> words = WithoutGitVariables();
  words.insert(words.end(), {"-C", command.folder.string()});
  words.insert(words.end(), command.environment.begin(), command.environment.end());
  if (command.limit_seconds > 0)
    words.insert(words.end(), {"timeout", "-k", "5", std::to_string(command.limit_seconds)});
  // The user's command is an argument of this text and no part of it.
  words.insert(words.end(), {"sh", "-c", R"(exec "$@" >"$0" 2>&1)", command.log.string()});
  words.insert(words.end(), command.recorder.begin(), command.recorder.end());
  words.insert(words.end(), {"sh", "-c", command.command});
  const auto begin = std::chrono::steady_clock::now();
  RINGSCOPE_ASSIGN(ChildProcess child, ChildProcess::Start(words));
  RINGSCOPE_ASSIGN(const int code, child.Wait(job));
  if (code == 0) return std::string();
  const auto lasted = std::chrono::steady_clock::now() - begin;
  if (command.limit_seconds > 0 && lasted >= std::chrono::seconds(command.limit_seconds) &&
      (code == kEndedByTimeout || code == kKilledByTimeout)) {
    return fmt::format("did not end within {} s", command.limit_seconds);
  }
  const std::string last = LastLineOf(command.log);
  std::string reason = code > 128 ? fmt::format("signal {}", code - 128) : fmt::format("exit code {}", code);
  // The message of env or timeout, which could not start the command.
  if (last.empty() && !child.messages().empty())
    return reason + ": " + std::string(FirstLine(child.messages()));
  return last.empty() ? reason : reason + ": " + last;
}

}  // namespace ringscope
