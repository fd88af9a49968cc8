#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The shape of a generated tree. Equal specs give equal trees on every machine.
struct SynthSpec {
  uint64_t nodes = 1'000'000;  // exactly, without the synthetic root
  uint32_t layers = 100;       // exactly, without the synthetic root
  uint32_t frames = 10'000;    // functions to choose from; small trees do not use all of them
  uint64_t seed = 1;
  uint64_t total = 0;  // of the only metric, "cpu time" in ns; at least `nodes`; 0 = 5000 a node
  // If set, the tree consists of two copies of one shape: the second has this share of the total, the first
  // the rest. Views of both have the same pieces, which shows the cost of a view deep in the tree.
  std::optional<double> twin_share;
  // Chance that a context is a recursive call, of itself or through up to three functions in between: 0 to
  // 0.9. Above 0, the callees depend on the function, not on the place, as in a program, so that the contexts
  // below a recursive call resemble those of the call before it. With 0 a function may still occur among its
  // callers, by chance.
  double recursion = 0;
};

// A real program's tree to imitate: the sizes of the complete trees of eleven Java programs published with
// the evaluation of calling context ring charts.
struct SynthShape {
  std::string_view name;
  uint64_t method_calls;
  uint32_t methods;
  uint64_t nodes;
  uint32_t max_depth;
  uint64_t nodes_without_recursion;
  double recursion;  // not published: the chance that gives about nodes_without_recursion
};
[[nodiscard]] std::span<const SynthShape> PublishedShapes();
[[nodiscard]] SynthSpec SpecLike(const SynthShape& shape, uint64_t seed);

// Generates a tree with heavy-tailed cost: few contexts have most of it, as in real profiles. Cost and
// contexts are split from the top in proportions that depend on the seed, the place and `layers` only, so
// that trees that differ only in `nodes` look alike where they are wide enough to be seen. O(nodes), 16 bytes
// a node plus the two widest layers. Errors: kInvalidArgument (no tree has these sizes), kCancelled.
[[nodiscard]] Result<CctPtr> BuildSynthetic(const SynthSpec& spec, JobControl* job = nullptr);

// SplitMix64: the next number of the sequence of `state`. Uses only integer and basic IEEE arithmetic, so
// that generated trees are the same on every machine.
[[nodiscard]] inline uint64_t NextBits(uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace ringscope
