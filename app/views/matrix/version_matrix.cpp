#include "app/views/matrix/version_matrix.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "cct/compare/answers/noise.h"
#include "cct/compare/columns/common_metrics.h"

namespace ringscope::matrix {
namespace {

constexpr std::string_view kCommitAttribute = "commit", kBenchmarkAttribute = "benchmark";

class MatrixMaker {
 public:
  MatrixMaker(const Series& series, const SeriesMetric& metric) : series_(series), metric_(metric) {
    matrix_.metric = metric.metric;
  }

  VersionMatrix Make(const TrackManifest* manifest) {
    if (manifest != nullptr) AddManifest(*manifest);
    for (size_t e = 0; e < series_.executions().size(); ++e) AddExecution(e);
    for (Benchmark& benchmark : matrix_.benchmarks) {
      // Versions may have been added after the benchmark's last cell.
      benchmark.cells.resize(matrix_.versions.size());
      for (Cell& cell : benchmark.cells) Summarize(cell);
    }
    if (manifest != nullptr) AddFailures(*manifest);
    ChooseNoise();
    for (Benchmark& benchmark : matrix_.benchmarks) CompareCells(benchmark);
    return std::move(matrix_);
  }

 private:
  size_t VersionOf(const std::string& commit, const Execution* execution) {
    if (!commit.empty()) {
      if (const auto known = version_of_.find(commit); known != version_of_.end()) return known->second;
      version_of_.emplace(commit, matrix_.versions.size());
    }
    MatrixVersion& version = matrix_.versions.emplace_back();
    version.commit = commit;
    constexpr size_t kShownBytes = 7;
    version.name = commit.substr(0, kShownBytes);
    if (execution == nullptr) return matrix_.versions.size() - 1;
    if (commit.empty()) version.name = execution->name;
    version.time = execution->time;
    return matrix_.versions.size() - 1;
  }

  Benchmark& BenchmarkOf(const std::string& name) {
    const auto known = std::ranges::find(matrix_.benchmarks, name, &Benchmark::name);
    if (known != matrix_.benchmarks.end()) return *known;
    return matrix_.benchmarks.emplace_back(Benchmark{name, {}});
  }

  // Adds versions, but no benchmarks: the series may be of one benchmark alone.
  void AddManifest(const TrackManifest& manifest) {
    for (const TrackedVersion& tracked : manifest.versions) {
      MatrixVersion& version = matrix_.versions[VersionOf(tracked.commit, nullptr)];
      version.about = tracked.subject;
      version.time = tracked.time;
      version.not_built = tracked.not_built;
    }
  }

  void AddExecution(size_t e) {
    const Execution& execution = series_.executions()[e];
    const size_t version = VersionOf(std::string(execution.ValueOf(kCommitAttribute)), &execution);
    Benchmark& benchmark = BenchmarkOf(std::string(execution.ValueOf(kBenchmarkAttribute)));
    if (benchmark.cells.size() <= version) benchmark.cells.resize(version + 1);
    benchmark.cells[version].executions.push_back(e);
  }

  void AddFailures(const TrackManifest& manifest) {
    for (const TrackedVersion& tracked : manifest.versions) {
      const size_t version = version_of_.at(tracked.commit);
      for (Benchmark& benchmark : matrix_.benchmarks) {
        std::string& failure = benchmark.cells[version].failure;
        const auto outcome = tracked.outcomes.find(benchmark.name);
        if (!tracked.not_built.empty())
          failure = "not built: " + tracked.not_built;
        else if (outcome != tracked.outcomes.end() && !outcome->second.failure.empty())
          failure = "did not run: " + outcome->second.failure;
      }
    }
  }

  double TotalOf(size_t execution) const {
    return static_cast<double>(series_.tree->Total(metric_.run[execution]));
  }
  std::vector<double> TotalsOf(const Cell& cell) const {
    std::vector<double> totals;
    for (const size_t execution : cell.executions) totals.push_back(TotalOf(execution));
    return totals;
  }

  void Summarize(Cell& cell) const {
    if (cell.executions.empty()) return;
    const std::vector<double> totals = TotalsOf(cell);
    const auto [least, most] = std::ranges::minmax_element(totals);
    cell.least = *least;
    cell.most = *most;
    double sum = 0;
    for (const double total : totals) sum += total;
    cell.value = sum / static_cast<double>(totals.size());
  }

  void ChooseNoise() {
    const Metric& metric = matrix_.metric;
    const bool has_runs = std::ranges::any_of(matrix_.benchmarks, [](const Benchmark& benchmark) {
      return std::ranges::any_of(benchmark.cells,
                                 [](const Cell& cell) { return cell.executions.size() > 1; });
    });
    matrix_.noise = has_runs                                  ? NoiseOf::kRuns
                    : IsSampleCount(metric.name, metric.unit) ? NoiseOf::kSamples
                    : IsExactCount(metric.name, metric.unit)  ? NoiseOf::kNothing
                                                              : NoiseOf::kUnknown;
  }

  bool IsNoise(const Cell& before, const Cell& after) const {
    if (before.executions.size() > 1 && after.executions.size() > 1)
      return AreRunsWithinNoise(TotalsOf(before), TotalsOf(after));
    const Metric& metric = matrix_.metric;
    if (!IsSampleCount(metric.name, metric.unit)) return before.value == after.value;
    const double scale = static_cast<double>(std::max<uint64_t>(metric.scale, 1));
    return std::abs(after.value - before.value) / scale <=
           2 * std::sqrt((before.value + after.value) / scale);
  }

  void CompareCells(Benchmark& benchmark) const {
    std::optional<size_t> before;
    for (size_t version = 0; version < benchmark.cells.size(); ++version) {
      Cell& cell = benchmark.cells[version];
      if (cell.executions.empty()) continue;
      if (before) {
        const Cell& old = benchmark.cells[*before];
        cell.before = *before;
        cell.change = old.value > 0 ? (cell.value - old.value) / old.value : 0;
        cell.verdict = IsNoise(old, cell)       ? Verdict::kWithinNoise
                       : cell.value < old.value ? Verdict::kLess
                                                : Verdict::kMore;
      }
      before = version;
    }
  }

  const Series& series_;
  const SeriesMetric& metric_;
  VersionMatrix matrix_;
  std::map<std::string, size_t> version_of_;  // by commit
};

}  // namespace

bool HaveVersions(const std::vector<Execution>& executions) {
  return std::ranges::any_of(executions, [](const Execution& one) {
    return !one.ValueOf(kCommitAttribute).empty() || !one.ValueOf(kBenchmarkAttribute).empty();
  });
}

VersionMatrix MatrixOf(const Series& series, const SeriesMetric& metric, const TrackManifest* manifest) {
  return MatrixMaker(series, metric).Make(manifest);
}

}  // namespace ringscope::matrix
