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

struct CompareExecutionsRequest {
  CctPtr tree;
  std::vector<size_t> before, after;
};

// On a job thread: post action::LoadFinished.
void RunCompareTrees(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post);
void RunCompareExecutions(JobId id, const CompareExecutionsRequest& request, JobControl& job,
                          const PostAction& post);

}  // namespace ringscope
