#pragma once

#include <cstdint>
#include <functional>

#include "cct/tree/cct.h"

namespace ringscope {

// How what a context costs differs between the sides of a comparison. What chance may explain is kWithinNoise, and
// so is what costs the same, or nothing.
enum class DifferenceKind : uint8_t { kWithinNoise, kLess, kMore, kGone, kNew };

struct ContextDifference {
  DifferenceKind kind = DifferenceKind::kWithinNoise;
  // The difference as a part of the larger side: -1 where it is gone, -0.5 where it halved, 0.5 where it
  // doubled, 1 where it is new.
  double part = 0;
};

// Of contexts of a tree, in the metric that one of its columns is of. The tree must outlive it. Null where the tree
// is no comparison. May be called by several threads.
using DifferencesOfTree = std::function<ContextDifference(ContextId)> (*)(const Cct& tree, MetricIndex column);

}  // namespace ringscope
