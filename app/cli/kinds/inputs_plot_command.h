#pragma once

#include "app/cli/kinds/plot_options.h"

namespace ringscope::inputs {

// What a function costs by the size of its input, as a picture or as CSV.
[[nodiscard]] Result<int> RunInputsPlot(const PlotOptions& options);

}  // namespace ringscope::inputs
