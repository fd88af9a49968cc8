#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/colors/legend_state.h"
#include "app/core/ids.h"
#include "cct/query/metrics/derived_metric.h"
#include "renderer/color/color_mode.h"

namespace ringscope::action {

struct SetColor {
  ColorSpec color;
};
struct ShowLegend {
  bool open = true;
};
// The pane's chart drew a legend that lacks them.
struct WantLegendCosts {
  size_t pane = 0;
  LegendCostsRequest request;
};
// The dialog in which they are written.
struct ShowDerivedMetrics {
  bool open = true;
};
struct SetDerivedMetrics {
  std::vector<DerivedMetric> metrics;
};
struct LegendCostsFinished {
  JobId job = kNoJob;
  std::shared_ptr<const LegendCosts> costs;  // null: cancelled, or the tree is damaged
};

}  // namespace ringscope::action
