#pragma once

#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/versions/versions.h"
#include "cct/compare/series.h"
#include "tests/app/app_test_state.h"

namespace ringscope::versions {

// A run of a program with these costs of its functions.
inline CompareInput RunOf(const std::string& name, uint64_t parse, uint64_t draw,
                          const std::string& commit = {}) {
  Execution execution;
  execution.name = name;
  if (!commit.empty()) SetAttribute("commit", commit, execution);
  return {TreeFromFolded("main " + std::to_string(10'000'000) + "\nmain;parse " + std::to_string(parse) +
                         "\nmain;draw " + std::to_string(draw) + "\n")
              .tree,
          execution};
}

// v1 to v10: `parse` costs 2 ms more from v6 on, `draw` varies a little, `main` not at all.
inline std::vector<CompareInput> TenRuns() {
  std::vector<CompareInput> runs;
  for (uint64_t k = 1; k <= 10; ++k)
    runs.push_back(RunOf("v" + std::to_string(k), 4'000'000 + k * 1000 + (k >= 6 ? 2'000'000 : 0),
                         1'000'000 + (k * 7 % 5) * 10'000));
  return runs;
}

// Three commits with two runs each, the runs in turns.
inline std::vector<CompareInput> RunsOfCommits() {
  std::vector<CompareInput> runs;
  for (uint64_t run = 1; run <= 2; ++run) {
    for (const char* commit : {"aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"})
      runs.push_back(RunOf(std::string(commit) + "-" + std::to_string(run),
                           1'000'000 * static_cast<uint64_t>(commit[0] - 'a' + 1) + run * 100'000, 500'000,
                           commit));
  }
  return runs;
}

inline std::vector<Effect> DoAndFind(AppState& state, Action action) {
  return DoAndAnswer<Wanted>(state, std::move(action));
}

inline AppState StateWithSeries(const std::vector<CompareInput>& runs = TenRuns()) {
  AppState state = StateWith(WithFunctions(BuildSeries(runs).value().tree), "/p/series.cct");
  // It opens in this kind, whose work was not done.
  Do(state, action::SetKind{DefaultViewKind()});
  DoAndFind(state, action::SetKind{&Kind()});
  return state;
}

}  // namespace ringscope::versions
