#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope::chart_test {

// One context of a tree written down in a test: its path ("main;f;g") and self values.
struct PathValue {
  std::string_view path;
  std::vector<uint64_t> self;
};

[[nodiscard]] CctPtr TreeFromPaths(const std::vector<PathValue>& paths, uint32_t metric_count = 1);

// The example of the calling context ring chart papers: 18 contexts, 6 layers, 3238 bytecodes. Metric 0 is
// bytecodes, metric 1 invocations.
[[nodiscard]] CctPtr WorkedExample();

// The context at a path below the synthetic root; fails the program when there is none.
[[nodiscard]] ContextId At(const Cct& tree, std::string_view path);
[[nodiscard]] std::string PathText(const Cct& tree, ContextId context);

struct RandomTreeOptions {
  uint32_t contexts = 2000;
  uint32_t frames = 200;
  uint32_t metric_count = 2;
  // Larger: deeper trees (a new context prefers the newest ones as its parent).
  double depth_bias = 1;
};
// A seeded tree with heavy-tailed self values, many zeros among them, the metrics unrelated to each other.
[[nodiscard]] CctPtr RandomTree(uint64_t seed, const RandomTreeOptions& options = {});

// `children` contexts below one context, of self value `value` each.
[[nodiscard]] CctPtr FlatTree(uint32_t children, uint64_t value = 1);

// One context a layer; self value 1 each.
[[nodiscard]] CctPtr ChainTree(uint32_t layers);

}  // namespace ringscope::chart_test
