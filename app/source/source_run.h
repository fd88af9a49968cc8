#pragma once

#include <memory>

#include "app/source/source_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Finds and reads the source and adds up its lines, on the calling (job) thread. Null when cancelled. What is
// missing or cannot be read is said in the result.
[[nodiscard]] std::shared_ptr<const SourceView> RunSource(const SourceRequest& request, JobControl& job);

}  // namespace ringscope
