#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/export/dump.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"

namespace ringscope::test {

// A tree from lines as people write them: "main;f;g 12". One metric "samples" unless values are "1,2,3".
CctPtr TreeFromFolded(const std::string& lines, std::vector<Metric> metrics = {{"samples", "count", 1}});

// Options of a random tree; the same seed gives the same tree on every machine.
struct RandomTreeOptions {
  uint32_t contexts = 1000;
  uint32_t frames = 50;
  uint32_t metrics = 1;
  // 0 = bushy (parents drawn evenly), 1 = a chain; between: new contexts prefer recent ones as parents.
  double depth_bias = 0.3;
  // Whether something is known of some frames: values of all rules, classes, code.
  bool facts = false;
};
CctPtr RandomTree(uint64_t seed, const RandomTreeOptions& options = {});

// The worked example of Moret et al. with inclusive bytecodes 3238 at main: 18 contexts, 6 layers.
CctPtr WorkedExample();

// Columns of a hostile file: any numbers, many of them near those of a tree of so many contexts.
struct NonsenseColumns {
  NonsenseColumns(std::mt19937& random, uint32_t contexts);
  // They look into this one.
  [[nodiscard]] CctColumns Columns() const;

  std::vector<uint32_t> first_child, frame, layer_begin;
  std::vector<uint64_t> running;
};

// "main;f;g"; of the root nothing.
std::string PathText(const Cct& tree, ContextId context);

std::string TextDump(const Cct& tree);
std::string TsvDump(const Cct& tree);
std::string FrameDump(const Cct& tree);
std::string PointDump(const Cct& tree);
std::string TypeDump(const Cct& tree);
std::string FoldedDump(const Cct& tree, MetricIndex metric = 0);

}  // namespace ringscope::test
