#pragma once

#include <vector>

#include "app/core/effect.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

struct CompareRequest {
  std::vector<CompareInput> before, after;
  CompareOptions options;
};

// On a job thread: posts action::LoadFinished.
void RunCompareTrees(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post);

}  // namespace ringscope
