#include "app/cli/tracking/git_repository.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "app/cli/tracking/run_program.h"

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
  if (error) return Fail(ErrorCode::kIo, fmt::format("cannot find the folder: {}", error.message()));
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
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    const size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == line.npos || second == line.npos)
      return Fail(ErrorCode::kIo, fmt::format("expected a commit of git log, found '{}'", line));
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
    // What a stop left of it.
    std::filesystem::remove_all(work, error);
    RINGSCOPE_TRY(
        AskGit({"clone", "--quiet", "--shared", "--no-checkout", "--", files_.string(), work.string()}, job));
  }
  const std::string folder = work.string();
  // A stop may have left it, and nobody else works there.
  std::filesystem::remove(work / ".git" / "index.lock", error);
  RINGSCOPE_TRY(AskGit({"-C", folder, "checkout", "--quiet", "--force", "--detach", commit, "--"}, job));
  RINGSCOPE_TRY(AskGit({"-C", folder, "clean", "-ffdxq"}, job));
  return {};
}

}  // namespace ringscope
