#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "cct/tree/cct.h"
#include "renderer/color/color_mode.h"
#include "renderer/color/group_costs.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The costs that a legend tells.
struct LegendCostsRequest {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  ColorMode mode = ColorMode::kFunction;  // one with groups
  std::string dominant_group;             // of FrameGroups
  std::vector<FrameGroupName> shown;      // as Legend::shown
  friend bool operator==(const LegendCostsRequest&, const LegendCostsRequest&) = default;

  // Whether costs of the groups are the same: all but those of others, which are not of `shown`.
  [[nodiscard]] bool HasCostsOf(const LegendCostsRequest& other) const {
    return tree == other.tree && root == other.root && metric == other.metric && mode == other.mode &&
           dominant_group == other.dominant_group;
  }
};

// Immutable once made.
struct LegendCosts {
  LegendCostsRequest request;
  GroupCosts costs;
};

// Of a pane's legend.
using LegendState = Task<LegendCostsRequest, LegendCosts>;

}  // namespace ringscope
