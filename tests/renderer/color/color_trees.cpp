#include "tests/renderer/color/color_trees.h"

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "cct/base/check.h"
#include "cct/tree/building/builder.h"

namespace ringscope::chart_test {

CctPtr ProgramTree() {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddMetric({"misses", "count", 1});
  builder.AddMetric({"memory", "bytes", 10});
  const auto add = [&builder](BuildNode parent, const Frame& frame, std::array<uint64_t, 3> self) {
    const BuildNode node = builder.Child(parent, builder.InternFrame(frame));
    for (MetricIndex metric = 0; metric < 3; ++metric) builder.AddSelf(node, metric, self[metric]);
    return node;
  };
  const BuildNode worker = add(kBuildRoot, {.name = "worker", .kind = FrameKind::kThread}, {0, 0, 0});
  const BuildNode main =
      add(worker, {.name = "main", .module = "/bin/app", .file = "src/main.c"}, {100'000'000, 1'000, 10'240});
  const BuildNode next =
      add(main, {.name = "parse::Tokens::next(int)", .module = "/bin/app", .file = "src/parse.c"},
          {300'000'000, 600'000, 20'480});
  const BuildNode read = add(next, {.name = "read", .module = "/usr/lib/libc.so.6"}, {50'000'000, 50'000, 0});
  add(read, {.name = "sys_read", .module = "[kernel]", .kind = FrameKind::kKernel},
      {150'000'000, 1'500'000, 0});
  add(main, {.name = "draw::Frame::show()", .module = "/usr/lib/libdraw.so", .file = "lib/main.c"},
      {350'000'000, 0, 40'960});
  add(worker, {.name = "(garbage collector)", .kind = FrameKind::kSynthetic}, {50'000'000, 0, 0});
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

CctPtr RandomProgram(uint64_t seed, uint32_t contexts) {
  std::mt19937_64 random(seed);
  const auto pick = [&random](const auto& choices) { return choices[random() % std::size(choices)]; };
  constexpr std::array<std::string_view, 5> kModules{"", "/bin/app", "/usr/lib/libc.so", "/opt/lib/libc.so",
                                                     "[kernel]"};
  constexpr std::array<std::string_view, 6> kScopes{"",       "net::",         "java.util.",
                                                    "Array.", "a::b::Class::", "x/y."};
  constexpr std::array<std::string_view, 4> kFiles{"", "a.c", "lib/a.c", "b.js"};
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddMetric({"misses", "count", 1});
  std::vector<BuildNode> nodes{kBuildRoot};
  for (uint32_t i = 0; i < contexts; ++i) {
    const std::string name = std::string(pick(kScopes)) + "f" + std::to_string(random() % 40);
    Frame frame;
    frame.name = name;
    frame.module = pick(kModules);
    frame.file = pick(kFiles);
    frame.kind = static_cast<FrameKind>(random() % kFrameKindCount);
    const BuildNode parent = nodes[nodes.size() - 1 - random() % std::min<size_t>(nodes.size(), 50)];
    const BuildNode node = builder.Child(parent, builder.InternFrame(frame));
    for (MetricIndex metric = 0; metric < 2; ++metric) {
      const double tail = std::pow(10.0, static_cast<double>(random() % 1000) / 150 - 1);
      builder.AddSelf(node, metric, static_cast<uint64_t>(tail));
    }
    nodes.push_back(node);
  }
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

ChartPaint PaintByFunction(const Cct& tree, const ArcBatch& batch, const PaintSpec& spec) {
  ChartPaint paint;
  ChartColors colors(tree, spec.theme);
  PaintPieces(batch, spec, colors, paint);
  return paint;
}

}  // namespace ringscope::chart_test
