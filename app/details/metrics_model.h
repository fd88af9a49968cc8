#pragma once

#include <string>
#include <vector>

#include "app/core/app_state.h"

namespace ringscope {

struct MetricRow {
  MetricIndex metric = 0;
  std::string name;
  std::string total;
  std::string view_value;  // at the centre
  std::string view_share;  // of the total
  bool active = false;
};

// Every metric of the open profile with its totals.
struct MetricsModel {
  std::vector<MetricRow> rows;
};

[[nodiscard]] MetricsModel BuildMetricsModel(const AppState& state);

}  // namespace ringscope
