#pragma once

#include "app/compare/comparison_state.h"
#include "app/core/effect.h"

namespace ringscope {

// On a job thread: posts action::LoadFinished.
void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post);

}  // namespace ringscope
