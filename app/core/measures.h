#pragma once

#include <optional>

#include "app/colors/legend_state.h"

namespace ringscope {

// What laying out a pane's chart found out. The state has to know it, but nobody did it: it is no action.
struct PaneMeasure {
  std::optional<LegendCostsRequest> legend;  // the costs that its legend tells
};

}  // namespace ringscope
