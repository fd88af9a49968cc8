// The step `time` on a tree of many samples: of all of the time, of a half and of a small part.
//
// usage: ringscope_time_range_bench [SAMPLES [CONTEXTS [RUNS]]]
// Prints medians of RUNS runs (default 5) of the time that passed and of the processor's time, in ms, for
// SAMPLES samples (default 10 million) of CONTEXTS contexts (default 200,000).
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "bench/measuring.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/building/builder.h"

namespace {

using namespace ringscope;

// Samples lie where those before them lay, and now and then elsewhere, as a program's do.
CctPtr MakeTree(uint64_t samples, uint32_t contexts) {
  std::mt19937_64 random(1);
  CctBuilder builder;
  builder.AddMetric({"cycles", "events", 1});
  builder.AddMetric({"samples", "count", 1});
  std::vector<BuildNode> nodes{kBuildRoot};
  std::vector<uint32_t> depth{0};
  while (nodes.size() <= contexts) {
    const size_t back = std::min<size_t>(nodes.size(), 1 + random() % 64);
    const size_t at = depth[nodes.size() - back] < 60 ? nodes.size() - back : 0;
    const std::string name = fmt::format("function {}", random() % 5000);
    const BuildNode node = builder.Child(nodes[at], builder.InternFrame({.name = name}));
    if (node != nodes.size()) continue;  // there is such a one
    nodes.push_back(node);
    depth.push_back(depth[at] + 1);
  }
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  list.counted = {1};
  uint64_t phase = 0;
  for (uint64_t i = 0; i < samples; ++i) {
    if (random() % 100 == 0) phase = random() % contexts;
    const BuildNode node = nodes[1 + (phase + random() % 200) % contexts];
    const uint64_t period = 900'000 + random() % 200'000;
    builder.AddSelf(node, 0, period);
    builder.AddSelf(node, 1, 1);
    list.Add(i * 100'000, node);
    list.values[0].Add(period);
  }
  builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
  return std::move(builder).Finish({}).value();
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t samples = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  const auto contexts = static_cast<uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 200'000);
  const int runs = argc > 3 ? std::atoi(argv[3]) : 5;
  const CctPtr tree = MakeTree(samples, contexts);
  fmt::print("{} samples of {} contexts\n{:<28} {:>9} {:>8} {:>8}\n", tree->sample_count(),
             tree->context_count(), "step", "contexts", "ms", "cpu ms");
  const uint64_t span_ns = tree->time_span_ns() + 1;
  for (const auto& [begin, end] : {std::pair{0, 100}, {25, 75}, {50, 60}, {50, 51}}) {
    Pipeline pipeline;
    TransformStep& step = pipeline.steps.emplace_back();
    step.kind = TransformKind::kTime;
    step.time = {span_ns / 100 * static_cast<uint64_t>(begin),
                 end == 100 ? TimeRange::kOpenEnd : span_ns / 100 * static_cast<uint64_t>(end)};
    Stopwatch watch;
    uint32_t left = 0;
    for (int run = 0; run < runs; ++run)
      watch.Measure([&] { left = ApplyPipeline(tree, pipeline, {}).value().tree->context_count(); });
    fmt::print("{:<28} {:>9} {:>8.1f} {:>8.1f}\n", fmt::format("{} to {} %", begin, end), left,
               watch.passed(), watch.cpu());
  }
}
