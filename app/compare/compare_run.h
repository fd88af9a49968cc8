#pragma once

#include <vector>

#include "app/core/effect.h"
#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"

namespace ringscope {

struct CompareRequest {
  std::vector<CompareInput> before, after;
  CompareOptions options;
  SideSources source;  // empty: what the executions say, if they do
};

// On a job thread: posts action::LoadFinished.
void RunCompareTrees(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post);

}  // namespace ringscope
