#pragma once

#include <memory>

#include "app/compare/renames_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// On the calling (job) thread: O(contexts). Null when it is cancelled.
[[nodiscard]] std::shared_ptr<const FoundRenames> RunRenames(const RenamesRequest& request, JobControl& job);

}  // namespace ringscope
