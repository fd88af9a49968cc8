#pragma once

#include <functional>

#include "cct/tree/context_difference.h"

namespace ringscope {

// Of a context, in the metric that a column of the tree is of.
using DifferenceOfContext = std::function<ContextDifference(ContextId, MetricIndex)>;

}  // namespace ringscope
