#pragma once

#include <cstdint>
#include <optional>

#include "app/cli/comparing/series_inputs.h"
#include "cct/base/result.h"
#include "cct/compare/answers/execution_groups.h"

namespace ringscope {

struct ClusterOptions {
  SeriesInputs inputs;
  std::optional<uint32_t> groups;  // else by `distance`
  double distance = GroupingOptions::kGroupDistance;
  std::optional<uint32_t> limit;  // contexts and names of a group
  bool json = false;
};
[[nodiscard]] Result<int> RunCluster(const ClusterOptions& options);

}  // namespace ringscope
