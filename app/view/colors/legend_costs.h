#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "cct/base/job_control.h"
#include "cct/tree/cct.h"
#include "renderer/color/color_mode.h"
#include "renderer/color/frame_groups.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Asks for the costs in a legend.
struct LegendCostsRequest {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  ColorMode mode = ColorMode::kFunction;  // a mode with groups
  std::string dominant_group;             // of FrameGroups
  std::vector<FrameGroupName> shown;      // as Legend::shown
  friend bool operator==(const LegendCostsRequest&, const LegendCostsRequest&) = default;

  // Whether both requests get the same costs of groups. The cost of all groups outside `shown` may differ.
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

// The costs of a pane's legend.
struct LegendState {
  Task<LegendCostsRequest, LegendCosts> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

// Adds up on the calling (job) thread: a pass over the contexts below the view root, unless `known` (may be
// null) has the costs of the groups, and a look at the contexts that only contexts of shown groups call. Null
// if cancelled, or if the tree is damaged.
[[nodiscard]] std::shared_ptr<const LegendCosts> RunLegendCosts(const LegendCostsRequest& request,
                                                                const LegendCosts* known, JobControl& job);

}  // namespace ringscope
