// What tables of functions, callers and callees cost on generated trees, with one worker and with one a core.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "cct/base/check.h"
#include "cct/synth/synth.h"
#include "cct/table/group_table.h"

namespace ringscope {
namespace {

struct Subject {
  CctPtr tree;
  FrameGrouping functions;
};

// One tree is kept at a time; benchmarks run in the order of their registration.
const Subject& SubjectOf(int64_t nodes) {
  static int64_t kept_nodes = 0;
  static Subject kept;
  if (kept_nodes != nodes) {
    kept = {};
    auto tree = BuildSynthetic({.nodes = static_cast<uint64_t>(nodes), .layers = 150});
    RINGSCOPE_CHECK(tree.has_value());
    kept.functions =
        BuildFrameGrouping((*tree)->frames(), FunctionIndex((*tree)->frames()), GroupBy::kFunction);
    kept.tree = *tree;
    kept_nodes = nodes;
  }
  return kept;
}

constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

void BM_GroupTable(benchmark::State& state) {
  const Subject& subject = SubjectOf(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(BuildGroupTable(*subject.tree, subject.functions, kWholeTree, nullptr,
                                             static_cast<uint32_t>(state.range(1))));
  }
}

// Of the function with the most contexts.
void BM_NeighbourTable(benchmark::State& state) {
  const Subject& subject = SubjectOf(state.range(0));
  const auto table = BuildGroupTable(*subject.tree, subject.functions, kWholeTree).value();
  const auto most = std::max_element(table.contexts.begin(), table.contexts.end());
  const auto group = static_cast<uint32_t>(most - table.contexts.begin());
  for (auto _ : state) {
    benchmark::DoNotOptimize(BuildNeighbourTable(*subject.tree, subject.functions, group,
                                                 static_cast<NeighbourSide>(state.range(2)), kWholeTree,
                                                 nullptr, static_cast<uint32_t>(state.range(1))));
  }
}

BENCHMARK(BM_GroupTable)
    ->ArgNames({"nodes", "workers"})
    ->ArgsProduct({{1'000'000, 10'000'000}, {1, 0}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_NeighbourTable)
    ->ArgNames({"nodes", "workers", "callees"})
    ->ArgsProduct({{10'000'000}, {1, 0}, {0, 1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ringscope

BENCHMARK_MAIN();
