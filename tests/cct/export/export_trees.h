#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/export/dump.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"

namespace ringscope::test {

struct DescribedTreeOptions {
  uint32_t contexts = 500;
  std::vector<Metric> metrics = {{"samples", "count", 1}};
  bool root_has_cost = true;
};

// A random tree whose frames have modules, files, lines, columns and kinds, and names that formats have to
// quote. The kind is part of the name: formats that do not keep it still tell the frames apart.
inline CctPtr DescribedTree(uint64_t seed, const DescribedTreeOptions& options = {}) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t limit) { return random() % limit; };
  CctBuilder builder;
  for (const Metric& metric : options.metrics) builder.AddMetric(metric);
  constexpr std::string_view kModules[] = {"", "/usr/lib/libc.so.6", "app", "[kernel.kallsyms]"};
  constexpr std::string_view kFiles[] = {"", "src/a.cpp", "odd, \"file\"\tname"};
  constexpr std::string_view kNames[] = {"f", "a;b\\c", "\"quoted\", name", "tab\tand\nline",
                                         "\xce\xb1\xce\xb2"};
  std::vector<FrameId> frames;
  for (uint32_t k = 0; k < 40; ++k) {
    const auto kind = static_cast<FrameKind>(below(6));
    const std::string name =
        std::string(kNames[below(5)]) + std::to_string(k) + std::string(FrameKindName(kind));
    frames.push_back(
        builder.InternFrame({name, kModules[below(4)], kFiles[below(3)], static_cast<uint32_t>(below(3) * 17),
                             static_cast<uint32_t>(below(2) * 5), kind}));
  }
  std::vector<BuildNode> nodes{kBuildRoot};
  const auto add_values = [&](BuildNode node) {
    for (MetricIndex m = 0; m < options.metrics.size(); ++m) {
      if (below(3) != 0) builder.AddSelf(node, m, below(uint64_t{1} << below(40)));
    }
  };
  if (options.root_has_cost) add_values(kBuildRoot);
  while (nodes.size() < options.contexts) {
    const BuildNode parent = below(3) != 0 ? nodes.back() : nodes[below(nodes.size())];
    nodes.push_back(builder.Child(parent, frames[below(frames.size())]));
    add_values(nodes.back());
  }
  return std::move(builder).Finish({}).value();
}

// What speedscope's format keeps of one metric: contexts with cost, names, files, lines and columns.
inline CctPtr KeptBySpeedscope(const Cct& tree, MetricIndex metric) {
  CctBuilder builder;
  builder.AddMetric(tree.metrics()[metric]);
  std::vector<BuildNode> nodes(tree.context_count(), kBuildRoot);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (tree.Inclusive(context, metric) == 0) continue;
    if (context != kRootContext) {
      Frame frame = tree.FrameAt(context);
      frame.module = {};
      frame.kind = FrameKind::kUser;
      nodes[context] = builder.Child(nodes[tree.ParentOf(context)], builder.InternFrame(frame));
    }
    builder.AddSelf(nodes[context], 0, tree.Self(context, metric));
  }
  return std::move(builder).Finish({}).value();
}

// A sink that keeps everything.
inline TextSink AppendTo(std::string& text) {
  return [&text](std::string_view piece) -> Result<void> {
    text += piece;
    return {};
  };
}

// A sink that fails from the second piece on.
inline TextSink FailLater() {
  return [pieces = 0](std::string_view) mutable -> Result<void> {
    if (++pieces < 2) return {};
    return Fail(ErrorCode::kIo, "the disk is full");
  };
}

// A chain of so many layers, where only the innermost context costs something.
inline CctPtr DeepChain(uint32_t layers) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const FrameId frames[] = {builder.InternFrame({.name = "even"}), builder.InternFrame({.name = "odd"})};
  BuildNode node = kBuildRoot;
  for (uint32_t k = 0; k < layers; ++k) node = builder.Child(node, frames[k % 2]);
  builder.AddSelf(node, 0, 7);
  return std::move(builder).Finish({}).value();
}

}  // namespace ringscope::test
