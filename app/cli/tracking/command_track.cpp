#include <fmt/chrono.h>
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/recording/recorders/recorder_choice.h"
#include "app/cli/tracking/git_repository.h"
#include "app/cli/tracking/track_folder.h"
#include "app/core/display_text.h"
#include "app/report/report.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/shell_words.h"
#include "cct/file/cct_file.h"
#include "cct/open/open_profile.h"
#include "cct/track/track_manifest.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {

namespace {

std::string LineOf(const Error& error) {
  return error.code == ErrorCode::kCancelled ? "track: stopped; the same command goes on from here"
                                             : "track: " + DescribeError(error);
}

bool IsBelow(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto [at, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return at == folder.end();
}

std::string TimeText(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (gmtime_r(&time, &parts) == nullptr) return std::to_string(seconds);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", parts);
}

// Opens the repository. Errors also: `folder` lies in it.
Result<GitRepository> OpenOutside(const std::string& path, const std::filesystem::path& folder,
                                  JobControl& job) {
  const JobWatch watch(job, "reading the repository");
  Result<GitRepository> opened = GitRepository::Open(path, job);
  if (!opened && opened.error().code == ErrorCode::kCancelled) return Refuse(LineOf(opened.error()));
  if (!opened) return Refuse("--repo {}: {}", path, opened.error().message);
  if (IsBelow(folder, opened->files())) {
    return Refuse("-o {}: expected a folder outside of the repository, which stays as it is",
                  folder.string());
  }
  return std::move(*opened);
}

struct Total {
  Metric metric;
  uint64_t value = 0;
};

// The mean total of the runs, in the first metric of the first run.
std::optional<Total> MeanOfRuns(const TrackManifest& manifest, const TrackFolder& folder,
                                const std::string& benchmark, size_t version) {
  const TrackedVersion& its = manifest.versions[version];
  const auto outcome = its.outcomes.find(benchmark);
  if (outcome == its.outcomes.end()) return std::nullopt;
  std::optional<Total> total;
  double sum = 0;
  uint32_t count = 0;
  for (uint32_t run = 1; run <= outcome->second.runs; ++run) {
    const Result<CctPtr> tree =
        OpenCctFile(TrackedProfile(folder.path(), benchmark, version, its.commit, run));
    if (!tree) break;  // the user removed it
    if (!total) total = Total{(*tree)->metrics()[0]};
    if ((*tree)->metrics()[0] != total->metric) continue;
    sum += static_cast<double>((*tree)->Total(0));
    ++count;
  }
  if (total) total->value = static_cast<uint64_t>(sum / count);
  return total;
}

// The benchmarks whose files differ between versions.
std::set<std::string> ChangedBenchmarks(const TrackManifest& manifest) {
  std::set<std::string> changed;
  for (const TrackedBenchmark& benchmark : manifest.settings.benchmarks) {
    std::set<std::string> contents;
    for (const TrackedVersion& version : manifest.versions) {
      const auto outcome = version.outcomes.find(benchmark.name);
      contents.insert(outcome == version.outcomes.end() ? "" : outcome->second.files_hash);
    }
    if (contents.size() > 1) changed.insert(benchmark.name);
  }
  return changed;
}

// Prints a table, versions by benchmarks, of the mean total of the runs in the first metric; the failures
// with their reasons; and the commands that make series. `left_out`: benchmarks that are not measured. True
// if any benchmark has a profile.
bool PrintTrack(const TrackManifest& manifest, const TrackFolder& folder,
                const std::set<std::string>& left_out, Output& out) {
  using Align = TextTable::Align;
  std::vector<std::string> shown;
  for (const TrackedBenchmark& one : manifest.settings.benchmarks)
    if (!left_out.contains(one.name)) shown.push_back(one.name);
  std::vector<TextTable::Column> columns{{"commit", Align::kLeft}, {"date", Align::kLeft}};
  for (const std::string& name : shown) columns.push_back({name, Align::kRight});
  columns.push_back({"subject", Align::kLeft});
  TextTable table(std::move(columns));
  std::string failures;
  std::set<std::string> with_profiles;
  for (size_t v = 0; v < manifest.versions.size(); ++v) {
    const TrackedVersion& version = manifest.versions[v];
    const std::string commit = ShortCommit(version.commit);
    std::vector<std::string> row{commit, DayText(version.time)};
    if (!version.not_built.empty())
      failures += fmt::format("{} was not built: {}\n", commit, DisplayText(version.not_built));
    for (const std::string& name : shown) {
      const std::optional<Total> total = MeanOfRuns(manifest, folder, name, v);
      const auto outcome = version.outcomes.find(name);
      const bool has_failed = outcome != version.outcomes.end() && !outcome->second.failure.empty();
      if (has_failed)
        failures +=
            fmt::format("{} did not run {}: {}\n", commit, name, DisplayText(outcome->second.failure));
      if (total) with_profiles.insert(name);
      row.push_back(total ? ValueText(total->value, total->metric.unit, total->metric.scale)
                    : !version.not_built.empty() ? "not built"
                    : has_failed                 ? "failed"
                                                 : "-");
    }
    row.push_back(DisplayText(version.subject));
    table.AddRow(std::move(row));
  }
  out.Print("{}", table.Text());
  if (!failures.empty())
    out.Print("\n{}Their output is in {}.\n", failures, (folder.path() / "logs").string());
  for (const std::string& name : left_out) {
    out.Print(
        "\n{} was left out: its files are not the same in all versions. --changed-benchmarks measures it "
        "all the same.\n",
        name);
  }
  if (with_profiles.empty()) return false;
  out.Print("\nSeries:\n");
  for (const std::string& name : with_profiles) {
    out.Print("ringscope series {}/*.cct -o {}\n",
              QuotedShellWord(TrackedProfilesOf(folder.path(), name).string()),
              QuotedShellWord((folder.path() / (name + "-series.cct")).string()));
  }
  return true;
}

class Tracker {
 public:
  Tracker(const TrackOptions& options, TrackFolder folder) : options_(options), folder_(std::move(folder)) {}

  Result<bool> Track() {
    RINGSCOPE_ASSIGN(std::optional<TrackManifest> stored, folder_.ReadManifest());
    if (stored) {
      manifest_ = std::move(*stored);
      RINGSCOPE_ASSIGN(manifest_.settings, ResumedSettings(options_, manifest_.settings));
    } else {
      RINGSCOPE_ASSIGN(manifest_.settings, NewSettings(options_));
    }
    RINGSCOPE_TRY(CheckRecorder());
    if (!stored) RINGSCOPE_TRY(Begin());
    if (!options_.changed_benchmarks) left_out_ = ChangedBenchmarks(manifest_);
    bool is_allowed = !stored || options_.yes || IsTyped();
    for (size_t v = 0; v < manifest_.versions.size(); ++v) {
      if (WaitingBenchmarks(v).empty()) continue;
      if (!std::exchange(is_allowed, true)) RINGSCOPE_TRY(AskWhetherToRun());
      RINGSCOPE_TRY(MeasureVersion(v));
    }
    Output out;
    const bool has_totals = PrintTrack(manifest_, folder_, left_out_, out);
    if (const int code = out.Finish(); code != kExitOk) return Refuse({});
    return has_totals;
  }

 private:
  // Whether the command line has all commands that will run, so that none is from the manifest alone.
  [[nodiscard]] bool IsTyped() const {
    return !options_.repository.empty() && !options_.benchmarks.empty() &&
           (options_.build || manifest_.settings.build.empty());
  }

  // Asks before running the manifest's commands: like any file it may come from somebody else.
  [[nodiscard]] Result<void> AskWhetherToRun() const {
    const TrackSettings& settings = manifest_.settings;
    // Commands are shown whole, however long they are.
    constexpr size_t kAll = std::string::npos;
    std::string text = fmt::format("{} says what to run in versions of {}:\n",
                                   DisplayText((folder_.path() / kTrackManifestName).string()),
                                   DisplayText(settings.repository));
    if (!settings.build.empty()) text += fmt::format("  build: {}\n", DisplayText(settings.build, kAll));
    for (const TrackedBenchmark& benchmark : settings.benchmarks)
      text += fmt::format("  {}: {}\n", benchmark.name, DisplayText(benchmark.command, kAll));
    std::fputs(text.c_str(), stderr);
    if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0)
      return Refuse(
          "track: expected --yes to run these commands, or the --repo, --build and --bench that "
          "they are from");
    std::fputs("Run these commands? [y/N] ", stderr);
    std::array<char, 16> answer{};
    const bool is_yes =
        std::fgets(answer.data(), answer.size(), stdin) != nullptr && (answer[0] == 'y' || answer[0] == 'Y');
    if (!is_yes) return Refuse("track: nothing was run");
    return {};
  }

  Result<void> OpenRepository() {
    if (repository_) return {};
    RINGSCOPE_ASSIGN(repository_, OpenOutside(manifest_.settings.repository, folder_.path(), job_));
    return {};
  }

  // Reads the versions, and the hashes of the benchmarks' files in them.
  Result<void> Begin() {
    RINGSCOPE_TRY(OpenRepository());
    const JobWatch watch(job_, "reading the repository");
    const uint32_t asked = options_.last.value_or(kDefaultVersions);
    const auto read = [&]() -> Result<void> {
      RINGSCOPE_ASSIGN(manifest_.versions, repository_->Versions(asked, job_));
      for (TrackedVersion& version : manifest_.versions) {
        for (const TrackedBenchmark& benchmark : manifest_.settings.benchmarks) {
          if (benchmark.files.empty()) continue;
          RINGSCOPE_ASSIGN(version.outcomes[benchmark.name].files_hash,
                           repository_->HashOfFiles(version.commit, benchmark.files, job_));
        }
      }
      RINGSCOPE_ASSIGN(const bool has_changes, repository_->HasChanges(job_));
      if (has_changes) PrintNote("the repository has changes that are not committed: they are not measured");
      return {};
    };
    if (const Result<void> done = read(); !done) return Refuse(LineOf(done.error()));
    if (manifest_.versions.size() < asked && repository_->is_shallow()) {
      PrintNote(fmt::format("the repository is shallow: it has {} of the {} versions asked for",
                            manifest_.versions.size(), asked));
    }
    return folder_.WriteManifest(manifest_);
  }

  // The benchmarks that still have runs to do in a version.
  std::vector<const TrackedBenchmark*> WaitingBenchmarks(size_t v) const {
    std::vector<const TrackedBenchmark*> waiting;
    const TrackedVersion& version = manifest_.versions[v];
    for (const TrackedBenchmark& benchmark : manifest_.settings.benchmarks) {
      if (left_out_.contains(benchmark.name) || !version.not_built.empty()) continue;
      const auto outcome = version.outcomes.find(benchmark.name);
      const bool is_done =
          outcome != version.outcomes.end() &&
          (!outcome->second.failure.empty() || outcome->second.runs >= manifest_.settings.runs);
      if (!is_done) waiting.push_back(&benchmark);
    }
    return waiting;
  }

  Result<void> MeasureVersion(size_t v) {
    TrackedVersion& version = manifest_.versions[v];
    RINGSCOPE_TRY(OpenRepository());
    const Result<std::string> problem = Build(v);
    if (!problem) return Refuse(LineOf(problem.error()));
    version.not_built = *problem;
    if (!version.not_built.empty()) RINGSCOPE_TRY(folder_.WriteManifest(manifest_));
    // One run of each after the other, so that what slows the machine for a while slows all.
    for (auto waiting = WaitingBenchmarks(v); !waiting.empty(); waiting = WaitingBenchmarks(v)) {
      for (const TrackedBenchmark* const benchmark : waiting) {
        TrackedOutcome& outcome = version.outcomes[benchmark->name];
        Result<std::string> failure = RunOnce(v, *benchmark, outcome.runs + 1);
        if (!failure) return Refuse(LineOf(failure.error()));
        outcome.failure = std::move(*failure);
        if (outcome.failure.empty()) ++outcome.runs;
        RINGSCOPE_TRY(folder_.WriteManifest(manifest_));
      }
    }
    Output out;
    out.Print("{} of {}: {} {}\n", v + 1, manifest_.versions.size(), ShortCommit(version.commit),
              version.not_built.empty() ? "measured" : "not built");
    return out.Finish() == kExitOk ? Result<void>() : Refuse({});
  }

  // Errors: the recorder is not available here.
  [[nodiscard]] Result<void> CheckRecorder() const {
    const std::string& recorder = manifest_.settings.recorder;
    if (recorder == kOwnRecorder || recorder == kBestRecorder) return {};
    const MachineFacts machine = ReadMachineFacts(RecorderPrograms(), OwnProgram());
    std::string problem;
    for (const Recorder& one : AllRecorders()) {
      if (one.name != recorder && one.family != recorder) continue;
      const std::optional<Obstacle> obstacle = AbsenceOf(one, machine);
      if (!obstacle) return {};
      problem = fmt::format("--recorder {}: {}{}{}", recorder, obstacle->reason,
                            obstacle->help.empty() ? "" : ": ", obstacle->help);
    }
    return problem.empty() ? Result<void>() : Refuse(problem);
  }

  // The words in front of a benchmark's command: this program, as `record`.
  [[nodiscard]] std::vector<std::string> RecorderWords() const {
    const std::string& recorder = manifest_.settings.recorder;
    if (recorder == kOwnRecorder) return {};
    std::vector<std::string> words{OwnProgram().string(), "record", "--quiet", "-o",
                                   folder_.recorded().string()};
    if (recorder != kBestRecorder) words.insert(words.end(), {"--tool", recorder});
    words.emplace_back("--");
    return words;
  }

  // Runs a command; the log stays if it fails.
  Result<std::string> Run(ShellCommand command) {
    command.limit_seconds = manifest_.settings.limit_seconds;
    RINGSCOPE_ASSIGN(std::string problem, RunShellCommand(command, job_));
    std::error_code error;
    if (problem.empty()) std::filesystem::remove(command.log, error);
    return problem;
  }

  // Returns the reason why a version is not built; empty: it is.
  Result<std::string> Build(size_t v) {
    const TrackedVersion& version = manifest_.versions[v];
    const JobWatch watch(job_, "building " + ShortCommit(version.commit));
    RINGSCOPE_TRY(repository_->CheckOut(version.commit, folder_.work(), job_));
    if (manifest_.settings.build.empty()) return std::string();
    return Run({.command = manifest_.settings.build,
                .folder = folder_.work(),
                .log = folder_.Log("build", v, version.commit)});
  }

  // Returns the reason why a run has no profile; empty: it has one.
  Result<std::string> RunOnce(size_t v, const TrackedBenchmark& benchmark, uint32_t run) {
    const TrackedVersion& version = manifest_.versions[v];
    std::optional<JobWatch> watch(std::in_place, job_,
                                  fmt::format("running {} of {}, {} of {}", benchmark.name,
                                              ShortCommit(version.commit), run, manifest_.settings.runs));
    std::error_code error;
    std::filesystem::remove_all(folder_.recorded(), error);
    RINGSCOPE_ASSIGN(std::string problem,
                     Run({.command = benchmark.command,
                          .folder = folder_.work(),
                          .log = folder_.Log(benchmark.name, v, version.commit),
                          .environment = {"RINGSCOPE_PROFILE=" + folder_.recorded().string()},
                          .recorder = RecorderWords()}));
    if (problem.empty() && !std::filesystem::exists(folder_.recorded(), error))
      problem = "no profile was written to $RINGSCOPE_PROFILE";
    if (!problem.empty()) return problem;
    Result<CctPtr> tree = ReadProfile(folder_.recorded(), {}, job_);
    if (!tree && tree.error().code == ErrorCode::kCancelled) return tl::unexpected(std::move(tree).error());
    if (!tree) return "the profile cannot be read: " + DescribeError(tree.error());
    ImportReport report = (*tree)->report();
    if (report.executions.size() > 1) return std::string("the profile is a comparison");
    report.executions.resize(1);
    Execution& execution = report.executions.front();
    execution.time = version.time;
    SetAttribute("commit", version.commit, execution);
    SetAttribute("date", TimeText(version.time), execution);
    SetAttribute("benchmark", benchmark.name, execution);
    SetAttribute("run", std::to_string(run), execution);
    std::filesystem::create_directories(TrackedProfilesOf(folder_.path(), benchmark.name), error);
    const std::filesystem::path file = TrackedProfile(folder_.path(), benchmark.name, v, version.commit, run);
    RINGSCOPE_TRY(WriteCctFile(*WithReport(*tree, std::move(report)), file, {}, &job_));
    watch.reset();  // its line would stand in front of a note
    NoteProblems(file.string(), (*tree)->report());
    tree->reset();
    std::filesystem::remove_all(folder_.recorded(), error);
    return std::string();
  }

  const TrackOptions& options_;
  const TrackFolder folder_;
  JobControl job_;
  TrackManifest manifest_;
  std::optional<GitRepository> repository_;
  std::set<std::string> left_out_;
};

}  // namespace

Result<int> RunTrack(const TrackOptions& options) {
  std::error_code error;
  if (!std::filesystem::exists(options.folder / kTrackManifestName, error)) {
    // Checks the settings before anything is written.
    RINGSCOPE_ASSIGN(const TrackSettings settings, NewSettings(options));
    JobControl job;
    const std::filesystem::path folder = std::filesystem::weakly_canonical(options.folder, error);
    RINGSCOPE_ASSIGN(const GitRepository repository, OpenOutside(settings.repository, folder, job));
  }
  RINGSCOPE_ASSIGN(TrackFolder folder, TrackFolder::Open(options.folder));
  const Result<bool> has_totals = Tracker(options, std::move(folder)).Track();
  // An empty message: the output has reported its error.
  if (!has_totals && has_totals.error().message.empty()) return kExitBadInput;
  RINGSCOPE_TRY(has_totals);
  return *has_totals ? kExitOk : AnswerNo("track: no benchmark of any version has a profile");
}

}  // namespace ringscope
