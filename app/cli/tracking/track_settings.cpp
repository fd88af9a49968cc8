#include "app/cli/tracking/track_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

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

}  // namespace ringscope
