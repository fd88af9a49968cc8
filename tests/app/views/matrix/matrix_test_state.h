#pragma once

#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/matrix/matrix.h"
#include "app/views/matrix/version_matrix.h"
#include "cct/compare/series.h"
#include "tests/app/app_test_state.h"

namespace ringscope::matrix {

inline CompareInput RunOf(const std::string& benchmark, const std::string& commit, uint64_t cost,
                          const std::string& name = "run") {
  Execution execution;
  execution.name = name;
  if (!commit.empty()) SetAttribute("commit", commit, execution);
  if (!benchmark.empty()) SetAttribute("benchmark", benchmark, execution);
  return {TreeFromFolded("main;work " + std::to_string(cost) + "\n").tree, execution};
}

inline constexpr const char* kCommits[] = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                                           "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                                           "cccccccccccccccccccccccccccccccccccccccc"};

// Three versions of two benchmarks with two runs each: parse is slower from the third version on, sort faster
// from the second.
inline std::vector<CompareInput> TwoBenchmarks() {
  constexpr uint64_t kCosts[3][2] = {{990, 500}, {1000, 400}, {2000, 401}};
  std::vector<CompareInput> runs;
  for (size_t version = 0; version < 3; ++version) {
    for (size_t benchmark = 0; benchmark < 2; ++benchmark) {
      for (uint64_t run = 0; run < 2; ++run) {
        const uint64_t cost = kCosts[version][benchmark] + 20 * run;
        runs.push_back(RunOf(benchmark == 0 ? "parse" : "sort", kCommits[version], cost,
                             std::string(1, kCommits[version][0]) + std::to_string(run)));
      }
    }
  }
  return runs;
}

// Of these versions, with one between the first two that was not built.
inline TrackManifest ManifestWithFailures() {
  TrackManifest manifest;
  manifest.settings.repository = "/r";
  manifest.settings.benchmarks = {{"parse", "p", {}}, {"sort", "s", {}}};
  manifest.versions = {{kCommits[0], 100, "first", "", {}},
                       {"dddddddddddddddddddddddddddddddddddddddd", 200, "break it", "make ended with 2", {}},
                       {kCommits[1], 300, "second", "", {}},
                       {kCommits[2], 400, "third", "", {}}};
  manifest.versions[3].outcomes["sort"] = {"", 2, "it ended with 1"};
  return manifest;
}

inline std::vector<Effect> DoAndFind(AppState& state, Action action) {
  return DoAndAnswer<Wanted>(state, std::move(action));
}

inline AppState StateWithMatrix(const std::vector<CompareInput>& runs = TwoBenchmarks(),
                                const std::string& path = "/p/series.cct") {
  AppState state = StateWith(WithFunctions(BuildSeries(runs).value().tree), path);
  DoAndFind(state, action::SetKind{&Kind()});
  return state;
}

inline MatrixModel ModelOf(const AppState& state) { return BuildMatrixModel(state, *ActiveView(state)); }

}  // namespace ringscope::matrix
