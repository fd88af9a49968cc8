// What laying out, painting, labelling, picking and moving a view cost, on generated trees of one shape and
// 1, 10 and 100 million contexts: cost has to follow pixels. The 100 million tree takes 1.6 GB;
// --benchmark_filter keeps it out. "twin" views are the two copies of one subtree, one of them holding 1e-9
// of the tree's total.
#include <benchmark/benchmark.h>

#include <random>
#include <utility>

#include "cct/base/check.h"
#include "cct/synth/synth.h"
#include "renderer/color/paint.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/transition.h"
#include "renderer/text/labels.h"

namespace ringscope {
namespace {

// One tree is kept at a time; benchmarks run in the order of their registration.
const Cct& TreeOf(int64_t nodes, bool twins) {
  static std::pair<int64_t, bool> kept_key;
  static CctPtr kept;
  if (!kept || kept_key != std::pair(nodes, twins)) {
    kept.reset();
    SynthSpec spec;
    spec.nodes = static_cast<uint64_t>(nodes);
    spec.layers = 150;
    if (twins) {
      spec.twin_share = 1e-9;
      spec.total = uint64_t{1} << 60;
    }
    auto tree = BuildSynthetic(spec);
    RINGSCOPE_CHECK(tree.has_value());
    kept = *tree;
    kept_key = {nodes, twins};
  }
  return *kept;
}

ViewSpec SpecFor(const Cct& tree, RingMode mode) {
  ViewSpec spec;
  spec.mode = mode;
  spec.root.context = tree.NaturalViewRoot();
  return spec;
}

void CountPieces(benchmark::State& state, const ArcBatch& batch) {
  state.counters["pieces"] = batch.size();
  state.counters["layers"] = batch.layer_count();
}

void BM_Layout(benchmark::State& state) {
  const Cct& tree = TreeOf(state.range(0), false);
  const ViewSpec spec = SpecFor(tree, static_cast<RingMode>(state.range(1)));
  ArcBatch batch;
  for (auto _ : state) LayoutView(tree, spec, batch);
  CountPieces(state, batch);
}

void BM_LayoutTwin(benchmark::State& state) {
  const Cct& tree = TreeOf(state.range(0), true);
  // The two copies are the children of the first context with several.
  ContextId at = kRootContext;
  while (tree.ChildrenOf(at).size() == 1) at = tree.ChildrenOf(at).begin;
  ViewSpec spec;
  spec.root.context = tree.ChildrenOf(at).begin + static_cast<ContextId>(state.range(1));
  ArcBatch batch;
  for (auto _ : state) LayoutView(tree, spec, batch);
  CountPieces(state, batch);
  state.counters["share"] =
      static_cast<double>(tree.Inclusive(spec.root.context, 0)) / static_cast<double>(tree.Total(0));
}

void BM_Paint(benchmark::State& state) {
  const Cct& tree = TreeOf(state.range(0), false);
  const ArcBatch batch = LayoutView(tree, SpecFor(tree, RingMode::kLength));
  ChartColors colors(tree, Theme::kDark);
  PaintSpec spec;
  spec.lit_function = 7;
  spec.function_of = [](FrameId frame) { return frame; };
  ChartPaint paint;
  for (auto _ : state) PaintPieces(batch, spec, colors, paint);
  CountPieces(state, batch);
}

void BM_Labels(benchmark::State& state) {
  const Cct& tree = TreeOf(state.range(0), false);
  ViewSpec spec = SpecFor(tree, RingMode::kLength);
  spec.depth_limit = 12;
  const ArcBatch batch = LayoutView(tree, spec);
  size_t count = 0;
  for (auto _ : state) count = PlaceLabels(tree, batch, {}, AverageSansWidth).size();
  CountPieces(state, batch);
  state.counters["labels"] = static_cast<double>(count);
}

void BM_Pick(benchmark::State& state) {
  const Cct& tree = TreeOf(state.range(0), false);
  const ArcBatch batch = LayoutView(tree, SpecFor(tree, RingMode::kLength));
  std::mt19937 random(1);
  std::vector<ChartPoint> points(4096);
  for (ChartPoint& point : points) {
    point = {static_cast<float>(random() % 800) - 400, static_cast<float>(random() % 800) - 400};
  }
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        PickContext(tree, batch, PlaceFromChart(batch.spec, points[i++ % points.size()])));
  }
}

void BM_Transition(benchmark::State& state) {
  const Cct& tree = TreeOf(state.range(0), false);
  ViewSpec spec = SpecFor(tree, RingMode::kLength);
  const ArcBatch whole = LayoutView(tree, spec);
  spec.root.context = tree.ChildrenOf(spec.root.context).begin;
  const ArcBatch part = LayoutView(tree, spec);
  size_t count = 0;
  for (auto _ : state) count = BuildTransition(tree, whole, part).arcs.size();
  state.counters["arcs"] = static_cast<double>(count);
}

void Register() {
  constexpr int64_t kSizes[] = {1'000'000, 10'000'000, 100'000'000};
  const auto add = [](const char* name, auto function) {
    return benchmark::RegisterBenchmark(name, function)->Unit(benchmark::kMicrosecond);
  };
  for (const int64_t nodes : kSizes) {
    for (const int64_t mode : {0, 1, 2})
      add("Layout", BM_Layout)->Args({nodes, mode})->ArgNames({"nodes", "mode"});
    add("Pick", BM_Pick)->Arg(nodes)->ArgName("nodes");
    add("Paint", BM_Paint)->Arg(nodes)->ArgName("nodes");
    add("Labels", BM_Labels)->Arg(nodes)->ArgName("nodes");
    add("Transition", BM_Transition)->Arg(nodes)->ArgName("nodes");
  }
  for (const int64_t nodes : kSizes) {
    for (const int64_t twin : {0, 1}) {
      add("LayoutTwin", BM_LayoutTwin)->Args({nodes, twin})->ArgNames({"nodes", "twin"});
    }
  }
}

[[maybe_unused]] const bool kRegistered = (Register(), true);

}  // namespace
}  // namespace ringscope

BENCHMARK_MAIN();
