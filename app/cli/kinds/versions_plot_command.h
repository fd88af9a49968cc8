#pragma once

#include "app/cli/kinds/plot_options.h"

namespace ringscope::versions {

// What executions of a series cost, as lines over them.
[[nodiscard]] Result<int> RunVersionsPlot(const ringscope::PlotOptions& options);

}  // namespace ringscope::versions
