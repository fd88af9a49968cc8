#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/syntax.h"
#include "cct/base/result.h"

namespace ringscope {

// The options of `ringscope plot`: a series over its executions, or with a chart costs by input size.
struct PlotOptions : ProfileOptions {
  std::string
      function;  // empty: the functions that vary most, or the one that grows the fastest
  bool by_share = false, from_zero = true, is_apart = false;  // of a series
  // The options of costs by input size.
  std::string chart;
  bool self = false, log_x = false, log_y = false, has_zero = false;
  double bound_power = 1, bound_log_power = 0, bound_log_log_power = 0;
  std::string bound;  // a formula instead of the powers, as BoundingFormula has it
  uint64_t group_width = 1;
  uint32_t smoothing_window = 1;
  std::optional<double> at;
};

}  // namespace ringscope

namespace ringscope::inputs {

// Draws the cost of a function by the size of its input, as a picture or as CSV.
[[nodiscard]] Result<int> RunInputsPlot(const PlotOptions& options);

}  // namespace ringscope::inputs

namespace ringscope::versions {

// Draws the costs of a series as lines over its executions.
[[nodiscard]] Result<int> RunVersionsPlot(const ringscope::PlotOptions& options);

}  // namespace ringscope::versions
