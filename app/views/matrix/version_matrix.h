#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/compare/series.h"
#include "cct/track/track_manifest.h"

namespace ringscope::matrix {

// How the cost of a benchmark in a version differs from that in the last version before it that has runs.
enum class Verdict : uint8_t {
  kNothingBefore,
  kWithinNoise,
  kLess,
  kMore,
};

// The runs of a benchmark in a version.
struct Cell {
  std::vector<size_t> executions;  // of the series, ascending; empty: it has none
  double value = 0;                // the mean of their totals, raw
  double least = 0, most = 0;      // of the totals
  std::string failure;             // why there are no runs, or no more; "not built: ..."
  Verdict verdict = Verdict::kNothingBefore;
  size_t before = 0;  // the version it was compared with
  double change = 0;  // as a part of the value before, which is not 0
};

struct MatrixVersion {
  std::string commit;  // empty: not known, `name` is an execution's
  std::string name;
  std::string about;            // the first line of the commit's message
  std::optional<int64_t> time;  // seconds since 1970
  std::string not_built;        // why
};

struct Benchmark {
  std::string name;
  std::vector<Cell> cells;  // by version
};

// What tells a difference from chance.
enum class NoiseOf : uint8_t { kRuns, kSamples, kNothing, kUnknown };

struct VersionMatrix {
  std::vector<MatrixVersion> versions;  // oldest first
  std::vector<Benchmark> benchmarks;
  Metric metric;
  NoiseOf noise = NoiseOf::kUnknown;
};

// Whether executions say of what they are runs: of a commit or of a benchmark. Else a matrix would be one row
// of unrelated columns.
[[nodiscard]] bool HaveVersions(const std::vector<Execution>& executions);

// Executions of one commit and one benchmark, as their attributes `commit` and `benchmark` say, are the runs
// of a cell. An execution without a commit is a version by itself; those without a benchmark are all of one.
// `manifest`, of the folder that `ringscope track` filled, may be null; it has the order, the versions
// without any run, and what failed. Several runs on both sides differ as AreRunsWithinNoise() has it; else
// numbers of samples do by |a - b| > 2 sqrt(a + b), and other values wherever they are not equal.
// O(executions log executions).
[[nodiscard]] VersionMatrix MatrixOf(const Series& series, const SeriesMetric& metric,
                                     const TrackManifest* manifest);

}  // namespace ringscope::matrix
