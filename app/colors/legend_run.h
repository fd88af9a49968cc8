#pragma once

#include <memory>

#include "app/colors/legend_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Adds up on the calling (job) thread: a pass over the contexts below the view root unless `known` (or null)
// has the costs of the groups, and one for others where some are shown. Null when cancelled, or where the
// tree is damaged.
[[nodiscard]] std::shared_ptr<const LegendCosts> RunLegendCosts(const LegendCostsRequest& request,
                                                                const LegendCosts* known, JobControl& job);

}  // namespace ringscope
