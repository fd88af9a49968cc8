// Writes large, seeded profiles like those real tools give, to time importers with:
//   ringscope_import_generate FORMAT STACKS FRAMES_A_STACK NEW_FRAMES_A_STACK sorted|shuffled SEED > FILE
// FORMAT: folded, perf, cpuprofile, heapprofile, trace, trace-pairs, speedscope, speedscope-events, pprof or
// heaptrack.
// A stack shares its callers with an earlier one and goes on with new ones: 29000 stacks of 90 frames, 10 of
// them new, are 150 MB of Java stacks with 280,000 contexts.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bench/import_writers.h"

namespace {

using generate::Below;
using generate::ChildrenOf;
using generate::PathOf;
using generate::Random;
using generate::Tree;

constexpr uint32_t kFunctionCount = 20000;
constexpr uint32_t kCalleesPerFunction = 6;
constexpr uint32_t kDeepest = 380;

std::vector<std::string> MakeFunctionNames(Random& random) {
  static constexpr std::string_view kWords[] = {"platform", "editor",    "index",      "document", "project",
                                                "analysis", "highlight", "reference",  "resolve",  "visitor",
                                                "element",  "stub",      "concurrent", "progress", "action",
                                                "event",    "queue",     "factory"};
  const auto word = [&] { return kWords[Below(random, std::size(kWords))]; };
  std::vector<std::string> names;
  for (uint32_t i = 0; i < kFunctionCount; ++i) {
    std::string type(word());
    type[0] = static_cast<char>(type[0] - 'a' + 'A');
    names.push_back(fmt::format("com/acme/{}/{}/{}{}Impl.{}{}", word(), word(), type, i % 700, word(), i));
  }
  return names;
}

Tree MakeTree(Random& random, uint64_t stack_count, uint32_t depth, uint32_t fresh) {
  Tree tree;
  tree.parent = {0};
  tree.function = {0};
  tree.depth = {0};
  for (uint64_t i = 0; i < stack_count; ++i) {
    // Leave an earlier stack somewhere near its end.
    uint32_t node = tree.stacks.empty() ? 0 : tree.stacks[Below(random, tree.stacks.size())];
    const uint64_t up =
        Below(random, 2 * fresh + 1) + (tree.depth[node] > depth ? Below(random, fresh + 1) : 0);
    for (uint64_t k = 0; k < up && node != 0; ++k) node = tree.parent[node];
    uint64_t added = 1 + Below(random, 2 * fresh);
    if (tree.depth[node] + added < depth / 2) added += Below(random, depth / 2);
    for (; added > 0 && tree.depth[node] < kDeepest; --added) {
      const uint64_t callee =
          uint64_t{tree.function[node]} * 2654435761 + Below(random, kCalleesPerFunction) * 40503;
      tree.parent.push_back(node);
      tree.function.push_back(static_cast<uint32_t>(callee % kFunctionCount));
      tree.depth.push_back(tree.depth[node] + 1);
      node = static_cast<uint32_t>(tree.parent.size() - 1);
    }
    tree.stacks.push_back(node);
  }
  return tree;
}

void WriteFolded(const Tree& tree, const std::vector<std::string>& names, Random& random) {
  std::string line;
  std::vector<uint32_t> path;
  for (const uint32_t node : tree.stacks) {
    PathOf(tree, node, path);
    line.clear();
    for (const uint32_t step : path) {
      if (!line.empty()) line += ';';
      line += names[tree.function[step]];
    }
    line += fmt::format(" {}\n", 1 + Below(random, 1000));
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
}

void WritePerf(const Tree& tree, const std::vector<std::string>& names, Random& random) {
  std::string text;
  std::vector<uint32_t> path;
  uint64_t time_us = 0;
  for (const uint32_t node : tree.stacks) {
    PathOf(tree, node, path);
    text = fmt::format("worker{:>3} 4000/{} [{:03}] {}.{:06}:     250000 cpu-clock: \n", Below(random, 4),
                       4000 + Below(random, 4), Below(random, 8), time_us / 1000000, time_us % 1000000);
    time_us += 250;
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
      const uint32_t function = tree.function[*step];
      // A function is called from a handful of places in another.
      const uint32_t offset = (*step % 5) * 16 + 4;
      text += fmt::format("\t{:>16x} {}+0x{:x} (/opt/acme/lib/lib{}.so)\n",
                          0x400000 + function * 256 + offset, names[function], offset, function % 40);
    }
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

void WriteCpuProfile(const Tree& tree, const std::vector<std::string>& names, Random& random) {
  const auto children = ChildrenOf(tree);
  fmt::print("{{\"nodes\":[");
  for (uint32_t node = 0; node < tree.parent.size(); ++node) {
    const std::string name = node == 0 ? "(root)" : names[tree.function[node]].substr(20);
    std::vector<uint32_t> ids = children[node];
    for (uint32_t& id : ids) ++id;
    fmt::print(
        "{}{{\"id\":{},\"callFrame\":{{\"functionName\":\"{}\",\"scriptId\":\"{}\",\"url\":\"file:///srv/app/"
        "node_modules/acme/lib/"
        "{}.js\",\"lineNumber\":{},\"columnNumber\":{}}},\"hitCount\":{},\"children\":[{}]}}",
        node == 0 ? "" : ",", node + 1, name, tree.function[node] % 300, tree.function[node] % 300,
        tree.function[node] % 1000, tree.function[node] % 80, node % 3, fmt::join(ids, ","));
  }
  fmt::print("],\"startTime\":1000,\"endTime\":900000,\"samples\":[");
  // Several samples a stack, as a sampler finds a function more than once.
  const size_t sample_count = tree.stacks.size() * 10;
  for (size_t i = 0; i < sample_count; ++i) {
    fmt::print("{}{}", i == 0 ? "" : ",", tree.stacks[Below(random, tree.stacks.size())] + 1);
  }
  fmt::print("],\"timeDeltas\":[");
  for (size_t i = 0; i < sample_count; ++i) fmt::print("{}{}", i == 0 ? "" : ",", 100 + Below(random, 200));
  fmt::print("]}}\n");
}

// Depth first, as tools print that keep a tree.
void SortStacks(Tree& tree) {
  const auto children = ChildrenOf(tree);
  std::vector<uint32_t> rank(tree.parent.size());
  std::vector<uint32_t> stack = {0};
  for (uint32_t next = 0; !stack.empty();) {
    const uint32_t node = stack.back();
    stack.pop_back();
    rank[node] = next++;
    stack.insert(stack.end(), children[node].begin(), children[node].end());
  }
  std::sort(tree.stacks.begin(), tree.stacks.end(),
            [&](uint32_t a, uint32_t b) { return rank[a] < rank[b]; });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    fmt::print(
        stderr,
        "usage: {} FORMAT STACKS FRAMES_A_STACK NEW_FRAMES_A_STACK sorted|shuffled SEED\n"
        "FORMAT: folded, perf, cpuprofile, heapprofile, trace, trace-pairs, speedscope, speedscope-events, "
        "pprof or heaptrack\n",
        argv[0]);
    return 2;
  }
  const std::string_view format = argv[1];
  Random random(std::strtoull(argv[6], nullptr, 10));
  const std::vector<std::string> names = MakeFunctionNames(random);
  Tree tree = MakeTree(random, std::strtoull(argv[2], nullptr, 10),
                       static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10)),
                       static_cast<uint32_t>(std::strtoul(argv[4], nullptr, 10)));
  if (std::string_view(argv[5]) == "sorted") {
    SortStacks(tree);
  } else {
    std::shuffle(tree.stacks.begin(), tree.stacks.end(), random);
  }
  if (format == "folded") WriteFolded(tree, names, random);
  if (format == "perf") WritePerf(tree, names, random);
  if (format == "cpuprofile") WriteCpuProfile(tree, names, random);
  if (format == "heapprofile") WriteHeapProfile(tree, names, random);
  if (format == "trace" || format == "trace-pairs") WriteTrace(tree, names, random, format == "trace-pairs");
  if (format == "speedscope") WriteSpeedscope(tree, names, random, false);
  if (format == "speedscope-events") WriteSpeedscope(tree, names, random, true);
  if (format == "pprof") WritePprof(tree, names, random);
  if (format == "heaptrack") WriteHeaptrack(tree, names, random);
  return 0;
}
