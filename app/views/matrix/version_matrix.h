#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/compare/series.h"
#include "cct/track/track_manifest.h"

namespace ringscope::matrix {

// How the cost of a benchmark in a version differs from that in the last earlier version with runs.
enum class Verdict : uint8_t {
  kNothingBefore,
  kWithinNoise,
  kLess,
  kMore,
};

// The runs of a benchmark in a version.
struct Cell {
  std::vector<size_t> executions;  // of the series, ascending; empty: no runs
  double value = 0;                // the mean of their totals, raw
  double least = 0, most = 0;      // of the totals
  std::string failure;             // why runs are missing: "not built: ..."
  Verdict verdict = Verdict::kNothingBefore;
  size_t before = 0;  // the version it is compared with
  double change = 0;  // as a part of the value before, which is not 0
};

struct MatrixVersion {
  std::string commit;  // empty: unknown, and `name` is that of an execution
  std::string name;
  std::string about;            // the first line of the commit's message
  std::optional<int64_t> time;  // seconds since 1970
  std::string not_built;        // the reason; empty: built
};

struct Benchmark {
  std::string name;
  std::vector<Cell> cells;  // by version
};

// The source of the noise that differences are compared with; kNothing: exact counts.
enum class NoiseOf : uint8_t { kRuns, kSamples, kNothing, kUnknown };

struct VersionMatrix {
  std::vector<MatrixVersion> versions;  // oldest first
  std::vector<Benchmark> benchmarks;
  Metric metric;
  NoiseOf noise = NoiseOf::kUnknown;
};

// Whether any execution names its commit or its benchmark. Else a matrix would be one row of unrelated
// columns.
[[nodiscard]] bool HaveVersions(const std::vector<Execution>& executions);

// The executions with equal attributes `commit` and `benchmark` are the runs of a cell. An execution without
// a commit is a version by itself; executions without a benchmark belong to one unnamed benchmark.
// `manifest`, of the folder that `ringscope track` filled, may be null; it gives the order, versions without
// runs, and failures. Several runs on both sides are judged by AreRunsWithinNoise(); else numbers of samples
// differ if |a - b| > 2 sqrt(a + b), and other values if they are not equal. O(executions log executions).
[[nodiscard]] VersionMatrix MatrixOf(const Series& series, const SeriesMetric& metric,
                                     const TrackManifest* manifest);

}  // namespace ringscope::matrix
