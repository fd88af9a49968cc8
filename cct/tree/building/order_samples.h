#pragma once

#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/samples.h"

namespace ringscope {

// Brings samples into the order that a tree has them in: by time since the earliest one of all series, those
// of one time by context and values, so that the order in which they were collected leaves no trace. Series
// without samples are left out. Samples that stand in order already, or in few runs that do, as those that
// several workers collected, cost one look at each, or one merge of runs; else O(samples log samples).
// Errors: kLimit (2^32 samples in one series), kCancelled.
[[nodiscard]] Result<void> OrderSamples(std::vector<SampleList>& series, const JobControl* job);

}  // namespace ringscope
