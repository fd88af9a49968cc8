#pragma once

#include <vector>

#include "cct/query/metrics/derived_metric.h"
#include "renderer/color/color_mode.h"

namespace ringscope::action {

struct SetColor {
  ColorSpec color;
};
struct ShowLegend {
  bool open = true;
};
// The dialog in which they are written.
struct ShowDerivedMetrics {
  bool open = true;
};
struct SetDerivedMetrics {
  std::vector<DerivedMetric> metrics;
};

}  // namespace ringscope::action
