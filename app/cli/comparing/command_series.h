#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/cli/comparing/series_inputs.h"
#include "cct/base/result.h"

namespace ringscope {

struct SeriesOptions {
  SeriesInputs inputs;
  bool by_share = false;
  std::optional<uint32_t> at_least;  // executions that a context has to be in
  std::optional<uint32_t> limit;     // rows of a list
  std::filesystem::path output;      // empty: none
  bool json = false;
};
[[nodiscard]] Result<int> RunSeries(const SeriesOptions& options);

}  // namespace ringscope
