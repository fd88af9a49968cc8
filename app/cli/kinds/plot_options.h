#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/syntax.h"
#include "cct/base/result.h"

namespace ringscope {

// What `ringscope plot` draws: a series over its executions, or with a chart costs by input size.
struct PlotOptions : ProfileOptions {
  std::string
      function;  // empty: of a series those that vary most, by input size the one that grows the fastest
  bool by_share = false, from_zero = true, is_apart = false;  // of a series
  // By input size.
  std::string chart;
  bool self = false, log_x = false, log_y = false, has_zero = false;
  double bound_power = 1, bound_log_power = 0, bound_log_log_power = 0;
  std::string bound;  // instead: a formula, as BoundingFormula has it
  uint64_t group_width = 1;
  uint32_t smoothing_window = 1;
  std::optional<double> at;
};

}  // namespace ringscope

namespace ringscope::inputs {

// What a function costs by the size of its input, as a picture or as CSV.
[[nodiscard]] Result<int> RunInputsPlot(const PlotOptions& options);

}  // namespace ringscope::inputs

namespace ringscope::versions {

// What executions of a series cost, as lines over them.
[[nodiscard]] Result<int> RunVersionsPlot(const ringscope::PlotOptions& options);

}  // namespace ringscope::versions
