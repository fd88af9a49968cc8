#include "tests/renderer/layout/chain_trees.h"

#include <algorithm>
#include <string>

#include "cct/base/check.h"
#include "cct/tree/building/builder.h"
#include "renderer/layout/chains.h"

namespace ringscope::chart_test {
namespace {

CctPtr FinishTree(CctBuilder builder) {
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

// Some functions are threads and processes.
BuildNode Below(CctBuilder& builder, BuildNode node, uint64_t number) {
  const std::string name = "f" + std::to_string(number);
  Frame frame;
  frame.name = name;
  if (number % 40 == 39) frame.kind = number < 150 ? FrameKind::kThread : FrameKind::kProcess;
  return builder.Child(node, builder.InternFrame(frame));
}

}  // namespace

CctPtr TreeWithChains(uint64_t seed, uint32_t contexts) {
  std::mt19937_64 random(seed);
  CctBuilder builder;
  builder.AddMetric({"metric0", "count", 1});
  builder.AddMetric({"metric1", "count", 1});
  std::vector<BuildNode> nodes{kBuildRoot};
  while (nodes.size() < contexts) {
    BuildNode node = nodes[random() % 3 == 0 ? random() % nodes.size() : nodes.size() - 1];
    const uint64_t length = random() % 4 == 0 ? 1 : 1 + random() % 12;
    for (uint64_t i = 0; i < length; ++i) {
      node = Below(builder, node, random() % 300);
      if (random() % 9 == 0) builder.AddSelf(node, 1, random() % 50);
      nodes.push_back(node);
    }
    if (random() % 8 != 0) builder.AddSelf(node, 0, 1 + (random() % 1000) * (random() % 1000));
    if (random() % 2 != 0) builder.AddSelf(node, 1, random() % 1000);
  }
  return FinishTree(std::move(builder));
}

CctPtr OneChain(uint32_t contexts) {
  CctBuilder builder;
  builder.AddMetric({"metric0", "count", 1});
  BuildNode node = kBuildRoot;
  for (uint32_t i = 0; i < contexts; ++i) node = Below(builder, node, i % 30);
  builder.AddSelf(node, 0, 1);
  return FinishTree(std::move(builder));
}

std::vector<ChainPlace> ChainPlaces(const Cct& tree, const ViewSpec& spec) {
  const auto is_step = [&](ContextId caller, ContextId callee) {
    return caller != spec.root.context && !IsThread(tree.FrameAt(caller).kind) && tree.ChildrenOf(caller).size() == 1 &&
           tree.Inclusive(caller, spec.metric) == tree.Inclusive(callee, spec.metric);
  };
  const bool is_run = spec.root.is_run();
  const double total = static_cast<double>(is_run ? tree.Inclusive(spec.root.run, spec.metric)
                                                  : tree.Inclusive(spec.root.context, spec.metric));
  std::vector<ChainPlace> places{{spec.root.context, kNoContext, spec.root.context, 0, 0, 1}};
  std::vector<uint32_t> contexts_so_far{1};  // of the piece, down to the context
  std::vector<uint8_t> is_opened{0};
  for (size_t at = 0; at < places.size(); ++at) {
    const ChainPlace caller = places[at];
    const ContextRange children = at == 0 && is_run ? spec.root.run : tree.ChildrenOf(caller.context);
    double start = caller.start_turns;
    for (ContextId child = children.begin; child < children.end; ++child) {
      ChainPlace place{child, caller.context, child, caller.layer + 1, start, 0};
      place.sweep_turns = spec.mode == RingMode::kEqual
                              ? caller.sweep_turns / children.size()
                              : static_cast<double>(tree.Inclusive(child, spec.metric)) / total;
      start += place.sweep_turns;
      if (place.sweep_turns == 0) continue;
      const bool joins = is_step(caller.context, child) && contexts_so_far[at] < kMostContextsOfChain;
      uint8_t opened = joins ? is_opened[at] : 0;
      if (!joins) {
        ContextId member = child;
        for (uint32_t i = 0; i < kMostContextsOfChain; ++i) {
          const auto& chosen = spec.opened_chains;
          if (std::find(chosen.begin(), chosen.end(), member) != chosen.end()) opened = 1;
          const ContextRange next = tree.ChildrenOf(member);
          if (next.size() != 1 || !is_step(member, next.begin)) break;
          member = next.begin;
        }
      }
      if (joins && opened == 0) {
        place.head = caller.head;
        place.layer = caller.layer;
      }
      contexts_so_far.push_back(joins ? contexts_so_far[at] + 1 : 1);
      is_opened.push_back(opened);
      places.push_back(place);
    }
  }
  return places;
}

}  // namespace ringscope::chart_test
