#pragma once

#include <cstdint>

#include "app/report/report.h"
#include "cct/tree/cct.h"

namespace ringscope {

// How the members of an aggregate differ in a metric: all in all, and the contexts in which most could be
// won, by what the slowest member costs there itself beyond the mean. The tree has members and outlives the
// report.
[[nodiscard]] Report MembersReport(const Cct& tree, MetricIndex metric, uint32_t limit);

}  // namespace ringscope
