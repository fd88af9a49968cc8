#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/ids.h"
#include "cct/tree/cct.h"
#include "renderer/color/color_mode.h"
#include "renderer/color/group_costs.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Whose costs a legend lacks.
struct LegendCostsRequest {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  ColorMode mode = ColorMode::kFunction;  // one with groups
  std::string dominant_group;             // of FrameGroups
  std::vector<FrameGroupName> shown;      // ascending; borrow from the tree's frames
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

// What a pane's legend was given, and what it asked for.
struct LegendState {
  std::optional<LegendCostsRequest> wanted;  // what `costs` or `job` is the answer to
  JobId job = kNoJob;
  std::shared_ptr<const LegendCosts> costs;  // the last ones made, perhaps of another request

  [[nodiscard]] bool HasCostsOf(const LegendCostsRequest& request) const {
    return costs != nullptr && costs->request.HasCostsOf(request);
  }
  // Whether there is nothing to be done about a wish for now: it is what was wanted, or the costs of its
  // groups are under way, of which other groups are listed while a chart is resized.
  [[nodiscard]] bool Answers(const LegendCostsRequest& request) const {
    return wanted == request || (job != 0 && !HasCostsOf(request) && wanted->HasCostsOf(request));
  }
};

}  // namespace ringscope
