// Threads over time: finding the threads of a profile, and adding up what they did in the slices of a window.
//
// usage: ringscope_thread_lanes_bench [SAMPLES [CONTEXTS [THREADS [RUNS]]]]
// Prints medians of RUNS runs (default 5) of the time that passed and of the processor's time, in ms, for
// SAMPLES samples (default 10 million) of CONTEXTS contexts (default 200,000) of THREADS threads (default
// 300).
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "bench/measuring.h"
#include "cct/table/thread_lanes.h"
#include "cct/tree/building/builder.h"

namespace {

using namespace ringscope;

// A thread runs for a while in a part of its contexts.
CctPtr MakeTree(uint64_t samples, uint32_t contexts, uint32_t threads) {
  std::mt19937_64 random(1);
  CctBuilder builder;
  builder.AddMetric({"cycles", "events", 1});
  std::vector<std::vector<BuildNode>> nodes(threads);
  for (uint32_t thread = 0; thread < threads; ++thread) {
    const std::string name = fmt::format("thread {}", thread);
    nodes[thread].push_back(
        builder.Child(kBuildRoot, builder.InternFrame({.name = name, .kind = FrameKind::kThread})));
    for (uint32_t k = 0; k < contexts / threads; ++k) {
      const size_t back = std::min<size_t>(nodes[thread].size(), 1 + random() % 40);
      const std::string function = fmt::format("function {}", random() % 5000);
      nodes[thread].push_back(
          builder.Child(nodes[thread][nodes[thread].size() - back], builder.InternFrame({.name = function})));
    }
  }
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  std::vector<uint64_t> phase(threads, 0);
  for (uint64_t i = 0; i < samples; ++i) {
    // Some threads run far more than others.
    const auto thread = static_cast<uint32_t>(std::min(random() % threads, random() % threads));
    const std::vector<BuildNode>& own = nodes[thread];
    if (random() % 100 == 0) phase[thread] = random() % own.size();
    const BuildNode node = own[(phase[thread] + random() % 20) % own.size()];
    const uint64_t period = 900'000 + random() % 200'000;
    builder.AddSelf(node, 0, period);
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
  const auto threads = static_cast<uint32_t>(argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 300);
  const int runs = argc > 4 ? std::atoi(argv[4]) : 5;
  const CctPtr tree = MakeTree(samples, contexts, threads);
  fmt::print("{} samples of {} contexts and {} threads\n{:<32} {:>8} {:>8}\n", tree->sample_count(),
             tree->context_count(), threads, "what", "ms", "cpu ms");
  ThreadLanes lanes;
  Stopwatch finding;
  for (int run = 0; run < runs; ++run) finding.Measure([&] { lanes = FindThreadLanes(*tree, 0).value(); });
  fmt::print("{:<32} {:>8.1f} {:>8.1f}\n", "threads", finding.passed(), finding.cpu());
  std::vector<uint32_t> groups;
  for (uint32_t frame = 0; frame < tree->frames().size(); ++frame) groups.push_back(frame);
  for (const uint64_t part : {1u, 4u, 32u, 256u}) {
    constexpr uint32_t kSlices = 600;
    const uint64_t window_ns = lanes.span_ns / part;
    const SliceRequest request{
        (lanes.span_ns - window_ns) / 2, window_ns / kSlices + 1, kSlices, 256, groups, false, nullptr};
    Stopwatch watch;
    for (int run = 0; run < runs; ++run)
      watch.Measure([&] { (void)SliceThreads(*tree, lanes, request).value(); });
    fmt::print("{:<32} {:>8.1f} {:>8.1f}\n", fmt::format("{} slices of 1/{} of the time", kSlices, part),
               watch.passed(), watch.cpu());
  }
}
