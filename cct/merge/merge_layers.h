#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/builder.h"
#include "cct/tree/cct.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// How the metrics of trees become those of one tree.
struct MetricPlan {
  std::vector<Metric> metrics;                   // of the result
  std::vector<std::vector<MetricIndex>> target;  // per tree, per metric
  std::vector<std::vector<uint64_t>> factor;     // likewise: to the result's scale
};

// Merges the trees layer by layer: a context of the result knows the contexts that it is made of, its
// children are theirs grouped by frame, and their inclusive values add up, so that the result comes out in
// level order and nothing is searched for. Contexts of one tree alone are copied. Of the lists of what
// contexts are made of, only those of two layers exist at a time. Errors: see MergeTrees().
[[nodiscard]] Result<LevelOrderColumns> MergeLayers(std::span<const CctPtr> trees, const MetricPlan& plan,
                                                    const BuildLimits& limits, JobControl* job);

}  // namespace ringscope
