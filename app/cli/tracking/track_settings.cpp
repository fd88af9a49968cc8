#include "app/cli/tracking/track_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <system_error>

#include "app/cli/recording/recorders/recorder.h"
#include "app/cli/syntax.h"

namespace ringscope {
namespace {

// Where the folder that one works in is gone, as it was written.
std::string AbsolutePath(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path found = std::filesystem::weakly_canonical(path, error);
  if (error) found = std::filesystem::absolute(path, error);
  return error ? path.string() : found.string();
}

Result<std::vector<TrackedBenchmark>> BenchmarksOf(const TrackOptions& options) {
  std::vector<TrackedBenchmark> benchmarks;
  const auto named = [&benchmarks](std::string_view name) {
    return std::find_if(benchmarks.begin(), benchmarks.end(),
                        [name](const TrackedBenchmark& one) { return one.name == name; });
  };
  for (const std::string& text : options.benchmarks) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
      return Refuse(fmt::format("--bench: expected NAME=COMMAND, found '{}'", text));
    const std::string name = text.substr(0, equals);
    if (!IsBenchmarkName(name)) {
      return Refuse(
          fmt::format("--bench: expected a name of letters, digits, '.', '_' and '-', found '{}'", name));
    }
    if (named(name) != benchmarks.end())
      return Refuse(fmt::format("--bench: expected each name once, found '{}' twice", name));
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

tl::unexpected<Error> Differs(std::string_view option, std::string_view stored, std::string_view asked) {
  return Refuse(
      fmt::format("{}: expected what the folder was begun with, '{}', found '{}': another folder is needed",
                  option, stored, asked));
}

}  // namespace

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
    return Differs("--repo", stored.repository, AbsolutePath(options.repository));
  if (options.build && *options.build != stored.build)
    return Differs("--build", stored.build, *options.build);
  if (options.recorder && *options.recorder != stored.recorder)
    return Differs("--recorder", stored.recorder, *options.recorder);
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
    if (asked != stored.benchmarks) return Differs("--bench", text_of(stored.benchmarks), text_of(asked));
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
                     "What builds a version, for sh -c; default: nothing is built");
  command
      ->AddOption(
          "--bench NAME=COMMAND", options->benchmarks,
          "A benchmark, for sh -c; it writes a profile to the path in $RINGSCOPE_PROFILE. May be repeated")
      ->OneEachTime();
  command
      ->AddOption(
          "--bench-files [NAME=]PATH", options->files,
          "A file or folder of the repository that belongs to the benchmarks, or to one of them: where "
          "it changes, results are not compared. May be repeated")
      ->OneEachTime();
  command->AddFlag("--changed-benchmarks", options->changed_benchmarks,
                   "Measure benchmarks whose files are not the same in all versions, too");
  command->AddOption("--runs N", options->runs, "Of each benchmark and version; default: 5",
                     WholeNumber(1, 999));
  command->AddOption(
      "--recorder NAME", options->recorder,
      "Who writes the profile: the command itself (own, the default), the best recorder that is here "
      "(best), or one of 'record --list'",
      [](const std::string& word) {
        const std::span<const Recorder> all = AllRecorders();
        const bool is_known = word == kOwnRecorder || word == kBestRecorder ||
                              std::any_of(all.begin(), all.end(), [&word](const Recorder& one) {
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
                  "The folder for profiles, logs and the manifest; one that was begun is gone on with")
      ->Required();
  command->Example(
      "ringscope track --last 10 --build make --bench 'sort=./bench sort' --recorder best -o history",
      "Profiles one benchmark of the last ten versions");
}

}  // namespace ringscope
