#include "cct/track/track_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/system/mapped_file.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// std::nullopt if the file is missing.
Result<std::optional<CompareInput>> Open(const std::filesystem::path& path, const TrackedVersion& version,
                                         const std::string& benchmark, uint32_t run, JobControl& job) {
  Result<CctPtr> tree = OpenCctFile(path);
  if (!tree && tree.error().code == ErrorCode::kNotFound) return std::optional<CompareInput>();
  if (tree) {
    if (const Result<void> checked = VerifyCct(**tree, &job); !checked)
      tree = tl::unexpected(checked.error());
  }
  if (!tree) {
    Error error = std::move(tree).error();
    if (error.code != ErrorCode::kCancelled) error.message = path.string() + ": " + error.message;
    return tl::unexpected(std::move(error));
  }
  CompareInput input;
  if ((*tree)->report().executions.size() == 1) input.execution = (*tree)->report().executions.front();
  input.execution.name = path.stem().string();
  input.execution.time = version.time;
  SetAttribute("commit", version.commit, input.execution);
  SetAttribute("benchmark", benchmark, input.execution);
  SetAttribute("run", std::to_string(run), input.execution);
  input.tree = std::move(*tree);
  return std::optional(std::move(input));
}

constexpr size_t kShownCommitBytes = 12;

}  // namespace

Result<CctPtr> OpenTrackFolder(const std::filesystem::path& folder, JobControl& job) {
  RINGSCOPE_ASSIGN(const TrackManifest manifest, ReadTrackManifest(folder));
  std::vector<CompareInput> inputs;
  for (size_t v = 0; v < manifest.versions.size(); ++v) {
    const TrackedVersion& version = manifest.versions[v];
    for (const auto& [benchmark, outcome] : version.outcomes) {
      if (!IsBenchmarkName(benchmark)) continue;
      for (uint32_t run = 1; run <= outcome.runs; ++run) {
        if (inputs.size() >= kMaxExecutions)
          return Fail(ErrorCode::kLimit, "expected at most {} profiles, found more", kMaxExecutions);
        const std::filesystem::path path = TrackedProfile(folder, benchmark, v, version.commit, run);
        RINGSCOPE_ASSIGN(std::optional<CompareInput> input, Open(path, version, benchmark, run, job));
        if (!input) break;
        inputs.push_back(std::move(*input));
      }
    }
  }
  if (inputs.empty())
    return Fail(ErrorCode::kNotFound, "{}: expected profiles of versions, found none yet", folder.string());
  RINGSCOPE_ASSIGN(const Series series, BuildSeries(inputs, {}, &job));
  for (const CompareInput& input : inputs) {
    if (HasLostItsFile(*input.tree)) return FailChanged(FileChange::kCut);
  }
  ImportReport report = series.tree->report();
  report.format = kTrackFormat;
  return WithReport(series.tree, std::move(report));
}

std::string ShortCommit(const std::string& commit) { return commit.substr(0, kShownCommitBytes); }

std::string NumberedCommit(size_t version, const std::string& commit) {
  return fmt::format("{:04}-{}", version + 1, ShortCommit(commit));
}

std::filesystem::path TrackedProfilesOf(const std::filesystem::path& folder, const std::string& benchmark) {
  return folder / "profiles" / benchmark;
}

std::filesystem::path TrackedProfile(const std::filesystem::path& folder, const std::string& benchmark,
                                     size_t version, const std::string& commit, uint32_t run) {
  return TrackedProfilesOf(folder, benchmark) /
         fmt::format("{}-{:03}.cct", NumberedCommit(version, commit), run);
}

bool LooksLikeManifest(std::string_view text) { return text.starts_with("ringscope track "); }

bool IsTrackFolder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return false;
  const auto file = MappedFile::Open(folder / kTrackManifestName, MappedFile::Access::kSequential);
  return file && LooksLikeManifest(file->text());
}

Result<TrackManifest> ReadTrackManifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kTrackManifestName;
  RINGSCOPE_ASSIGN(const MappedFile file, MappedFile::Open(path, MappedFile::Access::kSequential));
  Result<TrackManifest> manifest = ParseManifest(file.text());
  if (manifest) return manifest;
  Error error = std::move(manifest).error();
  error.message = path.string() + ": " + error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace ringscope
