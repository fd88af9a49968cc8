#include "tests/cct/test_trees.h"

#include <sstream>

#include "cct/base/check.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope::test {
namespace {

template <typename Dump>
std::string Collect(Dump dump) {
  std::string text;
  const auto result = dump([&](std::string_view piece) -> Result<void> {
    text += piece;
    return {};
  });
  RINGSCOPE_CHECK(result.has_value());
  return text;
}

// Superclasses have larger numbers, so that they never lead in a circle.
void AddRandomFacts(const std::vector<FrameId>& frames, std::mt19937_64& random, FrameInterner& into) {
  std::vector<ClassId> classes;
  for (int c = 8; c > 0; --c) {
    const ClassId superclass =
        classes.empty() || random() % 3 == 0 ? kNoClass : classes[random() % classes.size()];
    classes.push_back(into.InternClass({"C" + std::to_string(c), c % 3 == 0 ? "p" : "q", superclass,
                                        static_cast<ClassKind>(random() % kClassKindCount)}));
  }
  for (const auto& row : kFrameValueRuleWords) {
    if (random() % 4 == 0) continue;
    const uint32_t value = into.AddValue({"value " + std::string(row.word), "count", 1, row.value});
    for (const FrameId frame : frames) {
      if (random() % 3 != 0) into.SetValue(frame, value, {random() % 4, random() % 5 == 0});
    }
  }
  for (const FrameId frame : frames) {
    if (random() % 2 == 0) into.SetClass(frame, classes[random() % classes.size()]);
    if (random() % 3 != 0) into.SetCode(frame, 1 + random() % 2);
  }
}

}  // namespace

CctPtr TreeFromFolded(const std::string& lines, std::vector<Metric> metrics) {
  CctBuilder builder;
  for (Metric& metric : metrics) builder.AddMetric(std::move(metric));
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    const size_t blank = line.rfind(' ');
    std::istringstream frames(line.substr(0, blank));
    BuildNode node = kBuildRoot;
    for (std::string name; std::getline(frames, name, ';');) {
      node = builder.Child(node, builder.InternFrame({.name = name}));
    }
    std::istringstream values(line.substr(blank + 1));
    MetricIndex metric = 0;
    for (std::string value; std::getline(values, value, ',');)
      builder.AddSelf(node, metric++, std::stoull(value));
  }
  ImportReport report;
  report.format = "folded";
  auto tree = std::move(builder).Finish(std::move(report));
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

CctPtr RandomTree(uint64_t seed, const RandomTreeOptions& options) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t limit) { return random() % limit; };  // the same on every standard library
  CctBuilder builder;
  for (uint32_t m = 0; m < options.metrics; ++m)
    builder.AddMetric({"metric " + std::to_string(m), "count", 1});
  std::vector<FrameId> frames;
  for (uint32_t f = 0; f < options.frames; ++f) {
    const std::string name = "f" + std::to_string(f);
    frames.push_back(builder.InternFrame({.name = name, .module = f % 3 == 0 ? "lib" : "app"}));
  }
  std::vector<BuildNode> nodes{kBuildRoot};
  for (uint32_t tries = 0; nodes.size() < options.contexts && tries < 50 * options.contexts; ++tries) {
    const bool recent = static_cast<double>(below(1000)) < options.depth_bias * 1000;
    const BuildNode parent = recent ? nodes.back() : nodes[below(nodes.size())];
    const uint64_t before = builder.node_count();
    const BuildNode node = builder.Child(parent, frames[below(frames.size())]);
    if (builder.node_count() > before) nodes.push_back(node);
    for (uint32_t m = 0; m < options.metrics; ++m) {
      // Heavy-tailed, and often zero.
      if (below(3) != 0) builder.AddSelf(node, m, below(uint64_t{1} << below(24)));
    }
  }
  if (options.facts) AddRandomFacts(frames, random, builder.frames());
  auto tree = std::move(builder).Finish({});
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

CctPtr WorkedExample() {
  return TreeFromFolded(
      "main 1066\nmain;f 180\nmain;f;g 180\nmain;f;g;h 60\nmain;f;g;h;i 50\nmain;f;g;g 90\nmain;f;g;g;h 60\n"
      "main;f;g;g;h;i 50\nmain;f;h 120\nmain;f;h;i 100\nmain;g 180\nmain;g;h 60\nmain;g;h;i 50\nmain;g;g 90\n"
      "main;g;g;h 60\nmain;g;g;h;i 50\nmain;h 432\nmain;h;i 360\n",
      {{"bytecodes", "count", 1}});
}

NonsenseColumns::NonsenseColumns(std::mt19937& random, uint32_t contexts)
    : first_child(contexts + 1), frame(contexts), layer_begin(2 + random() % 5), running(contexts + 1) {
  for (auto* const column : {&first_child, &frame, &layer_begin}) {
    for (uint32_t& value : *column)
      value = static_cast<uint32_t>(random() % 3 == 0 ? random() : random() % (contexts + 3));
  }
  for (uint64_t& value : running) value = random();
}

CctColumns NonsenseColumns::Columns() const {
  CctColumns columns;
  columns.first_child = ChunkedColumn<uint32_t>(first_child);
  columns.frame = ChunkedColumn<uint32_t>(frame);
  columns.layer_begin = ChunkedColumn<uint32_t>(layer_begin);
  columns.running_inclusive.emplace_back(running);
  return columns;
}

std::string PathText(const Cct& tree, ContextId context) {
  std::string path;
  for (const ContextId at : tree.PathTo(context))
    path += (tree.LayerOf(at) > 1 ? ";" : "") + std::string(tree.FrameAt(at).name);
  return path;
}

std::string TextDump(const Cct& tree) {
  return Collect([&](const TextSink& sink) { return DumpText(tree, sink); });
}
std::string TsvDump(const Cct& tree) {
  return Collect([&](const TextSink& sink) { return DumpTsv(tree, sink); });
}
std::string FrameDump(const Cct& tree) {
  return Collect([&](const TextSink& sink) { return DumpFrames(tree, sink); });
}
std::string PointDump(const Cct& tree) {
  return Collect([&](const TextSink& sink) { return DumpPoints(tree, sink); });
}

std::string TypeDump(const Cct& tree) {
  return Collect([&](const TextSink& sink) { return DumpTypes(tree, sink); });
}
std::string FoldedDump(const Cct& tree, MetricIndex metric) {
  return Collect([&](const TextSink& sink) { return DumpFolded(tree, metric, sink); });
}

}  // namespace ringscope::test
