#include "tests/renderer/layout/test_trees.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "cct/base/check.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/level_order.h"

namespace ringscope::chart_test {
namespace {

CctPtr Finish(UnsortedTree tree) {
  auto built = BuildLevelOrder(std::move(tree), ImportReport{});
  RINGSCOPE_CHECK(built.has_value());
  return *built;
}

// Frames called "f0", "f1", ...
OwnedFrames NumberedFrames(uint32_t count) {
  OwnedFrames frames;
  const auto add_string = [&](const std::string& text) {
    frames.string_bytes.insert(frames.string_bytes.end(), text.begin(), text.end());
    frames.string_offset.push_back(frames.string_bytes.size());
    return static_cast<uint32_t>(frames.string_offset.size() - 2);
  };
  const uint32_t empty = add_string("");
  for (uint32_t i = 0; i < count; ++i) {
    frames.name.push_back(add_string("f" + std::to_string(i)));
    frames.module.push_back(empty);
    frames.file.push_back(empty);
    frames.line.push_back(0);
    frames.column.push_back(0);
    frames.kind.push_back(0);
  }
  return frames;
}

}  // namespace

CctPtr TreeFromPaths(const std::vector<PathValue>& paths, uint32_t metric_count) {
  CctBuilder builder;
  for (uint32_t m = 0; m < metric_count; ++m) builder.AddMetric({"metric" + std::to_string(m), "count", 1});
  for (const auto& [path, self] : paths) {
    BuildNode node = kBuildRoot;
    size_t begin = 0;
    while (begin <= path.size()) {
      const size_t end = std::min(path.find(';', begin), path.size());
      Frame frame;
      frame.name = path.substr(begin, end - begin);
      node = builder.Child(node, builder.InternFrame(frame));
      begin = end + 1;
    }
    for (uint32_t m = 0; m < self.size(); ++m) builder.AddSelf(node, m, self[m]);
  }
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

CctPtr WorkedExample() {
  return TreeFromPaths(
      {
          {"main", {1066, 1}},
          {"main;f", {180, 20}},
          {"main;f;g", {180, 20}},
          {"main;f;g;h", {60, 10}},
          {"main;f;g;h;i", {50, 10}},
          {"main;f;g;g", {90, 10}},
          {"main;f;g;g;h", {60, 10}},
          {"main;f;g;g;h;i", {50, 10}},
          {"main;f;h", {120, 20}},
          {"main;f;h;i", {100, 20}},
          {"main;g", {180, 20}},
          {"main;g;h", {60, 10}},
          {"main;g;h;i", {50, 10}},
          {"main;g;g", {90, 10}},
          {"main;g;g;h", {60, 10}},
          {"main;g;g;h;i", {50, 10}},
          {"main;h", {432, 72}},
          {"main;h;i", {360, 72}},
      },
      2);
}

ContextId At(const Cct& tree, std::string_view path) {
  ContextId at = kRootContext;
  size_t begin = 0;
  while (begin <= path.size()) {
    const size_t end = std::min(path.find(';', begin), path.size());
    const ContextRange children = tree.ChildrenOf(at);
    ContextId child = children.begin;
    while (child < children.end && tree.FrameAt(child).name != path.substr(begin, end - begin)) ++child;
    RINGSCOPE_CHECK(child < children.end);
    at = child;
    begin = end + 1;
  }
  return at;
}

std::string PathText(const Cct& tree, ContextId context) {
  std::string text;
  for (const ContextId at : tree.PathTo(context)) {
    if (!text.empty()) text += ';';
    text += tree.FrameAt(at).name;
  }
  return text;
}

CctPtr RandomTree(uint64_t seed, const RandomTreeOptions& options) {
  std::mt19937_64 random(seed);
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  UnsortedTree tree;
  tree.frames = NumberedFrames(std::max(options.frames, options.contexts));
  for (uint32_t m = 0; m < options.metric_count; ++m)
    tree.metrics.push_back({"m" + std::to_string(m), "count", 1});
  tree.self.resize(options.metric_count);
  for (uint32_t i = 0; i < options.contexts; ++i) {
    const double place = std::pow(unit(), 1 / options.depth_bias);
    tree.parent.push_back(i == 0 ? 0 : std::min(i - 1, static_cast<uint32_t>(place * i)));
    tree.frame.push_back(i);  // siblings differ in their frames
    for (auto& self : tree.self) {
      const double tail = std::pow(10.0, unit() * 12 - 4);
      self.push_back(i == 0 ? 0 : static_cast<uint64_t>(tail));
    }
  }
  return Finish(std::move(tree));
}

CctPtr FlatTree(uint32_t children, uint64_t value) {
  UnsortedTree tree;
  tree.frames = NumberedFrames(children + 2);
  tree.metrics.push_back({"samples", "count", 1});
  tree.self.resize(1);
  for (uint32_t i = 0; i < children + 2; ++i) {
    tree.parent.push_back(i < 2 ? 0 : 1);
    tree.frame.push_back(i);
    tree.self[0].push_back(i < 2 ? 0 : value);
  }
  return Finish(std::move(tree));
}

CctPtr ChainTree(uint32_t layers) {
  UnsortedTree tree;
  tree.frames = NumberedFrames(3);
  tree.metrics.push_back({"samples", "count", 1});
  tree.self.resize(1);
  for (uint32_t i = 0; i <= layers; ++i) {
    tree.parent.push_back(i == 0 ? 0 : i - 1);
    tree.frame.push_back(i % 3);
    tree.self[0].push_back(i == 0 ? 0 : 1);
  }
  return Finish(std::move(tree));
}

}  // namespace ringscope::chart_test
