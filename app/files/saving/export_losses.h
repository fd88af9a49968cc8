#pragma once

#include <string>
#include <vector>

#include "app/files/saving/tree_save.h"
#include "cct/base/job_control.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What of `tree` a file in that format does not hold, or does not give back when it is read, one sentence a
// kind of loss; only what this tree loses, and not what no file in the format has (docs/importers.md).
// metric: the one that is written where the format holds one. Once cancelled, those found so far.
[[nodiscard]] std::vector<std::string> ExportLosses(const Cct& tree, TreeFormat format, MetricIndex metric,
                                                    const JobControl* job);

// That only one metric is written, where the tree has more; empty where all are.
[[nodiscard]] std::string MetricsLeftOut(const Cct& tree, TreeFormat format, MetricIndex metric);

}  // namespace ringscope
