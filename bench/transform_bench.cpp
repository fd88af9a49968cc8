// Every transform, and merging, on generated trees: what changes little, what changes all of a tree, and what
// makes a larger one.
//
// usage: ringscope_transform_bench [RUNS [TEXT]]
// Prints medians of RUNS runs (default 5) of the time that passed and of the processor's time, in ms, of the
// steps that contain TEXT. What was freed goes back to the system before each run.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "bench/measuring.h"
#include "cct/merge/merge_trees.h"
#include "cct/synth/synth.h"
#include "cct/transform/pipeline.h"

namespace {

using namespace ringscope;

// Of a program that recurses much, by the names and modules that generated trees have.
constexpr std::string_view kSteps[] = {
    "fold-recursion",
    "fold-recursion direct",
    "hide leaf",
    "hide self>0",
    "hide parse",
    "drop leaf",
    "drop parse",
    "keep parse",
    "keep self>0.0001%",
    "focus parse",
    "collapse self>0",
    "collapse parse",
    "group mod",
    "group class",
    "group thread",
    "methods",
    "invert",
    "prune 0.0001%",
    "prune 0.01%",
    "depth 20",
    "depth 100",
    "invert | group thread",
    "merge-threads",
};

void Measure(std::string_view tree, std::string_view what, int runs, const std::function<uint64_t()>& work) {
  Stopwatch watch;
  uint64_t contexts = 0;
  for (int run = 0; run < runs; ++run) watch.Measure([&] { contexts = work(); });
  fmt::print("{:<8} {:<28} {:>9} {:>8.1f} {:>8.1f}\n", tree, what, contexts, watch.passed(), watch.cpu());
}

void MeasureSteps(std::string_view name, const SynthSpec& spec, int runs, std::string_view text) {
  const CctPtr tree = BuildSynthetic(spec).value();
  for (const std::string_view step : kSteps) {
    if (step.find(text) == std::string_view::npos) continue;
    const Result<Pipeline> pipeline = ParsePipeline(step);
    if (!pipeline) fmt::print(stderr, "{}: {}\n", step, pipeline.error().message);
    if (!pipeline) continue;
    Measure(name, step, runs, [&] {
      // The result goes when it has been measured.
      const Result<TransformOutcome> outcome = ApplyPipeline(tree, *pipeline, {});
      return outcome ? outcome->tree->context_count() - 1 : 0;
    });
  }
}

void MeasureMerging(std::string_view name, bool equal, int runs) {
  std::vector<CctPtr> trees;
  for (uint64_t seed = 1; seed <= 10; ++seed)
    trees.push_back(BuildSynthetic({.nodes = 300'000, .seed = equal ? 1 : seed}).value());
  Measure(name, "merge of ten", runs, [&] { return MergeTrees(trees).value()->context_count() - 1; });
}

}  // namespace

int main(int argument_count, char** arguments) {
  const int runs = argument_count > 1 ? std::max(1, std::atoi(arguments[1])) : 5;
  const std::string_view text = argument_count > 2 ? arguments[2] : "";
  fmt::print("{:<8} {:<28} {:>9} {:>8} {:>8}\n", "tree", "step", "contexts", "time", "cpu");
  SynthSpec plain{.nodes = 2'000'000, .layers = 416, .frames = 20'000};
  for (const SynthShape& shape : PublishedShapes()) {
    if (shape.name == "eclipse") MeasureSteps("eclipse", SpecLike(shape, 1), runs, text);
  }
  MeasureSteps("plain", plain, runs, text);
  if (std::string_view("merge of ten").find(text) != std::string_view::npos) {
    MeasureMerging("equal", true, runs);
    MeasureMerging("others", false, runs);
  }
  return 0;
}
