#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope::chart_test {

// A seeded tree in which paths of contexts without self cost are common; what is a chain in metric 0 often is
// none in metric 1.
[[nodiscard]] CctPtr TreeWithChains(uint64_t seed, uint32_t contexts);

// One path: contexts of self value 0, below them one of self value 1.
[[nodiscard]] CctPtr OneChain(uint32_t contexts);

// Where a context is to be drawn in a view that compresses chains, by the definition of a chain alone.
struct ChainPlace {
  ContextId context = 0;
  ContextId parent = kNoContext;
  ContextId head = 0;  // of its piece
  uint32_t layer = 0;
  double start_turns = 0;
  double sweep_turns = 0;
};

// Of every context of the view that has an arc, callers first, whatever its size and the depth limit.
// O(subtree).
[[nodiscard]] std::vector<ChainPlace> ChainPlaces(const Cct& tree, const ViewSpec& spec);

}  // namespace ringscope::chart_test
