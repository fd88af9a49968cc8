#pragma once

#include <string>
#include <vector>

#include "app/files/saving/tree_save.h"
#include "cct/base/job_control.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a file of the format loses of `tree`, by writing or by reading back, one sentence a kind of loss;
// losses of every file of the format are left out (docs/importers.md). `metric`: the one that is written if
// the format holds only one. Once cancelled, returns the losses found so far.
[[nodiscard]] std::vector<std::string> ExportLosses(const Cct& tree, TreeFormat format, MetricIndex metric,
                                                    const JobControl* job);

// Says that only one metric is written, for a tree with more; empty if all are written.
[[nodiscard]] std::string MetricsLeftOut(const Cct& tree, TreeFormat format, MetricIndex metric);

}  // namespace ringscope
