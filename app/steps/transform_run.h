#pragma once

#include <memory>

#include "app/steps/pipeline_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Applies the steps on the calling (job) thread. Null when cancelled.
[[nodiscard]] std::shared_ptr<const Result<TransformedTree>> RunTransform(const TransformRequest& request,
                                                                          JobControl& job);

}  // namespace ringscope
