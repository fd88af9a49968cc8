#include "app/cli/tracking/track_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <vector>

#include "app/cli/text_table.h"
#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

struct Total {
  Metric metric;
  uint64_t value = 0;
};

// The mean of the runs, in the first metric of the first one.
std::optional<Total> MeanOfRuns(const TrackManifest& manifest, const TrackFolder& folder,
                                const std::string& benchmark, size_t version) {
  const TrackedVersion& its = manifest.versions[version];
  const auto outcome = its.outcomes.find(benchmark);
  if (outcome == its.outcomes.end()) return std::nullopt;
  std::optional<Total> total;
  double sum = 0;
  uint32_t count = 0;
  for (uint32_t run = 1; run <= outcome->second.runs; ++run) {
    const Result<CctPtr> tree = OpenCctFile(folder.Profile(benchmark, version, its.commit, run));
    if (!tree) break;  // somebody removed it
    if (!total) total = Total{(*tree)->metrics()[0]};
    if ((*tree)->metrics()[0] != total->metric) continue;
    sum += static_cast<double>((*tree)->Total(0));
    ++count;
  }
  if (total) total->value = static_cast<uint64_t>(sum / count);
  return total;
}

std::string DayText(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (gmtime_r(&time, &parts) == nullptr || parts.tm_year + 1900 < 0 || parts.tm_year + 1900 > 9999)
    return {};
  return fmt::format("{:%Y-%m-%d}", parts);
}

// A word of a shell's command line.
std::string Quoted(const std::string& text) {
  const bool is_plain = text.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "/._-") == text.npos;
  if (is_plain && !text.empty()) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

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
    out.Print("ringscope series {}/*.cct -o {}\n", Quoted(folder.ProfilesOf(name).string()),
              Quoted((folder.path() / (name + "-series.cct")).string()));
  }
  return true;
}

}  // namespace ringscope
