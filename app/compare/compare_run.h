#pragma once

#include "app/core/effect.h"
#include "app/view/difference/compare_request.h"

namespace ringscope {

// On a job thread: posts action::LoadFinished.
void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post);

}  // namespace ringscope
