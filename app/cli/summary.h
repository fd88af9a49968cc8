#pragma once

#include "app/cli/output.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A tree in a few lines for people: sizes, metrics, and everything that was not read.
void PrintSummary(const Cct& tree, Output& out);

// What the outside calls nodes, layers and frames: the synthetic root and its unnamed frame do not count.
struct TreeSizes {
  uint64_t nodes = 0;
  uint64_t layers = 0;
  uint64_t frames = 0;
};
[[nodiscard]] TreeSizes SizesOf(const Cct& tree);

// How many contexts have points.
[[nodiscard]] uint64_t ContextsWithPoints(const Cct& tree);

}  // namespace ringscope
