#include "app/cli/tracking/track_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

#include "app/cli/recording/recorders/recorder.h"
#include "app/cli/syntax.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/system/mapped_file.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {
namespace {

constexpr const char* kLockName = "lock";
constexpr const char* kRecordedPrefix = "recorded-";

// The absolute path; as written if the current folder does not exist.
std::string AbsolutePath(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path found = std::filesystem::weakly_canonical(path, error);
  if (error) found = std::filesystem::absolute(path, error);
  return error ? path.string() : found.string();
}

Result<std::vector<TrackedBenchmark>> BenchmarksOf(const TrackOptions& options) {
  std::vector<TrackedBenchmark> benchmarks;
  const auto named = [&benchmarks](std::string_view name) {
    return std::ranges::find_if(benchmarks, [name](const TrackedBenchmark& one) { return one.name == name; });
  };
  for (const std::string& text : options.benchmarks) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
      return Refuse("--bench: expected NAME=COMMAND, found '{}'", text);
    const std::string name = text.substr(0, equals);
    if (!IsBenchmarkName(name))
      return Refuse("--bench: expected a name of letters, digits, '.', '_' and '-', found '{}'", name);
    if (named(name) != benchmarks.end())
      return Refuse("--bench: expected each name once, found '{}' twice", name);
    benchmarks.push_back({name, text.substr(equals + 1), {}});
  }
  for (const std::string& text : options.files) {
    const size_t equals = text.find('=');
    const auto its = equals == std::string::npos ? benchmarks.end() : named(text.substr(0, equals));
    if (its != benchmarks.end()) {
      its->files.push_back(text.substr(equals + 1));
      continue;
    }
    for (TrackedBenchmark& benchmark : benchmarks) benchmark.files.push_back(text);
  }
  return benchmarks;
}

tl::unexpected<Error> RefuseDifferent(std::string_view option, std::string_view stored,
                                      std::string_view asked) {
  return Refuse("{}: expected what the folder was begun with, '{}', found '{}': another folder is needed",
                option, stored, asked);
}

}  // namespace

Result<TrackFolder> TrackFolder::Open(const std::filesystem::path& path) {
  TrackFolder folder;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) folder.path_ = std::filesystem::canonical(path, error);
  if (error) return Refuse("{}: cannot make the folder: {}", path.string(), error.message());
  const bool is_begun = std::filesystem::exists(folder.manifest(), error) ||
                        std::filesystem::exists(folder.path_ / kLockName, error);
  if (!is_begun && !std::filesystem::is_empty(folder.path_, error)) {
    return Refuse(
        "{}: expected a new or empty folder, or one that 'ringscope track' began, found other files",
        path.string());
  }
  folder.lock_ = open((folder.path_ / kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (folder.lock_ < 0) return Refuse("{}: cannot write there: {}", path.string(), std::strerror(errno));
  if (flock(folder.lock_, LOCK_EX | LOCK_NB) != 0)
    return Refuse("{}: another 'ringscope track' is at work there", path.string());
  for (std::filesystem::directory_iterator it(folder.path_, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (it->path().filename().string().starts_with(kRecordedPrefix))
      std::filesystem::remove_all(it->path(), ignored);
  }
  for (const char* const name : {"logs", "profiles"}) {
    std::filesystem::create_directories(folder.path_ / name, error);
    if (error) return Refuse("{}: cannot write there: {}", path.string(), error.message());
  }
  return folder;
}

TrackFolder::TrackFolder(TrackFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

TrackFolder::~TrackFolder() {
  if (lock_ >= 0) close(lock_);
}

Result<std::optional<TrackManifest>> TrackFolder::ReadManifest() const {
  std::error_code error;
  if (!std::filesystem::exists(manifest(), error)) return std::optional<TrackManifest>();
  RINGSCOPE_ASSIGN(const MappedFile mapped,
                   About(manifest(), MappedFile::Open(manifest(), MappedFile::Access::kSequential)));
  RINGSCOPE_ASSIGN(TrackManifest read, About(manifest(), ParseManifest(mapped.text())));
  return std::optional(std::move(read));
}

Result<void> TrackFolder::WriteManifest(const TrackManifest& contents) const {
  return WriteFile(manifest(), FormatManifest(contents));
}

std::filesystem::path TrackFolder::recorded() const {
  return path_ / fmt::format("{}{}", kRecordedPrefix, getpid());
}

std::filesystem::path TrackFolder::Log(const std::string& what, size_t version,
                                       const std::string& commit) const {
  return path_ / "logs" / fmt::format("{}-{}.txt", NumberedCommit(version, commit), what);
}

Result<TrackSettings> NewSettings(const TrackOptions& options) {
  TrackSettings settings;
  if (options.repository.empty()) return Refuse("track: expected --repo with the folder of a git repository");
  settings.repository = AbsolutePath(options.repository);
  settings.build = options.build.value_or("");
  RINGSCOPE_ASSIGN(settings.benchmarks, BenchmarksOf(options));
  if (settings.benchmarks.empty()) return Refuse("track: expected --bench NAME=COMMAND, at least once");
  settings.runs = options.runs.value_or(kDefaultRuns);
  settings.recorder = options.recorder.value_or(std::string(kOwnRecorder));
  settings.limit_seconds = options.limit_seconds.value_or(0);
  return settings;
}

Result<TrackSettings> ResumedSettings(const TrackOptions& options, const TrackSettings& stored) {
  TrackSettings settings = stored;
  if (!options.repository.empty() && AbsolutePath(options.repository) != stored.repository)
    return RefuseDifferent("--repo", stored.repository, AbsolutePath(options.repository));
  if (options.build && *options.build != stored.build)
    return RefuseDifferent("--build", stored.build, *options.build);
  if (options.recorder && *options.recorder != stored.recorder)
    return RefuseDifferent("--recorder", stored.recorder, *options.recorder);
  if (options.benchmarks.empty() && !options.files.empty())
    return Refuse("--bench-files: expected --bench with it, found none");
  if (!options.benchmarks.empty()) {
    RINGSCOPE_ASSIGN(const std::vector<TrackedBenchmark> asked, BenchmarksOf(options));
    const auto text_of = [](const std::vector<TrackedBenchmark>& all) {
      std::string text;
      for (const TrackedBenchmark& one : all) {
        text += (text.empty() ? "" : ", ") + one.name + "=" + one.command;
        for (const std::string& file : one.files) text += " (" + file + ")";
      }
      return text;
    };
    if (asked != stored.benchmarks)
      return RefuseDifferent("--bench", text_of(stored.benchmarks), text_of(asked));
  }
  if (options.runs) settings.runs = *options.runs;
  if (options.limit_seconds) settings.limit_seconds = *options.limit_seconds;
  return settings;
}

void AddTrack(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "track",
      "Build the last versions of a git repository, run benchmarks of each, and keep their profiles",
      &RunTrack);
  command->AddOption("--repo FOLDER", options->repository, "The repository, in which nothing is changed");
  command->AddOption("--last N", options->last, "How many versions; default: 20", WholeNumber(1, 100'000));
  command->AddOption("--build COMMAND", options->build,
                     "The command that builds a version, for sh -c; default: nothing is built");
  command->AddOption(
      "--bench NAME=COMMAND", options->benchmarks,
      "A benchmark, for sh -c; it writes a profile to the path in $RINGSCOPE_PROFILE. May be repeated");
  command->AddOption(
      "--bench-files [NAME=]PATH", options->files,
      "A file or folder of the repository that belongs to the benchmarks, or to one of them: where "
      "it changes, results are not compared. May be repeated");
  command->AddFlag("--changed-benchmarks", options->changed_benchmarks,
                   "Measure benchmarks whose files are not the same in all versions, too");
  command->AddOption("--runs N", options->runs, "Runs of each benchmark and version; default: 5",
                     WholeNumber(1, 999));
  command->AddOption(
      "--recorder NAME", options->recorder,
      "Who writes the profile: the command itself (own, the default), the best recorder that is here "
      "(best), or one of 'record --list'",
      [](const std::string& word) {
        const std::span<const Recorder> all = AllRecorders();
        const bool is_known = word == kOwnRecorder || word == kBestRecorder ||
                              std::ranges::any_of(all, [&word](const Recorder& one) {
                                return one.name == word || one.family == word;
                              });
        return is_known ? std::string()
                        : fmt::format("expected own, best or one of {}, found '{}'", RecorderNames(), word);
      });
  command->AddOption("--limit-seconds N", options->limit_seconds,
                     "How long each command may take; default: no limit", WholeNumber(1));
  command->AddFlag("-y,--yes", options->yes,
                   "Run the commands that the folder's manifest names without showing them and asking");
  command
      ->AddOption("-o,--output FOLDER", options->folder,
                  "The folder for profiles, logs and the manifest; work in a folder that was begun goes on")
      ->Required();
  command->Example(
      "ringscope track --last 10 --build make --bench 'sort=./bench sort' --recorder best -o history",
      "Profiles one benchmark of the last ten versions");
}

}  // namespace ringscope
