#pragma once

#include <cstdint>
#include <functional>

#include "cct/tree/cct.h"

namespace ringscope {

// How what a context costs differs between the sides of a comparison.
enum class DifferenceKind : uint8_t { kWithinNoise, kLess, kMore, kGone, kNew };

struct ContextDifference {
  DifferenceKind kind = DifferenceKind::kWithinNoise;
  // The difference as a part of the larger side: -1 where it is gone, -0.5 where it halved, 0.5 where it
  // doubled, 1 where it is new.
  double part = 0;
};

// Of a context, in the metric that a column of the tree is of.
using DifferenceOfContext = std::function<ContextDifference(ContextId, MetricIndex)>;

}  // namespace ringscope
