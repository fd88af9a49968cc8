#pragma once

#include <cstdint>
#include <optional>

#include "app/cli/output.h"
#include "cct/compare/answers/function_series.h"
#include "cct/compare/series.h"

namespace ringscope {

// All that `series` tells, in the first metric of the series.
struct SeriesReport {
  const Series& series;
  const SeriesChanges& changes;
  bool by_share = false;
};

// `limit`: rows of each list but that of the executions; nothing: the first ten as text, all as JSON.
void PrintSeries(const SeriesReport& report, std::optional<uint32_t> limit, Output& out);
void WriteSeries(const SeriesReport& report, std::optional<uint32_t> limit, Output& out);

}  // namespace ringscope
