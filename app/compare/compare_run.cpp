#include "app/compare/compare_run.h"

#include <utility>

#include "app/core/action.h"

namespace ringscope {

void RunCompareTrees(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post) {
  Result<TreeComparison> compared = CompareTrees(request.before, request.after, request.options, &job);
  if (!compared) {
    post(action::LoadFinished{id, tl::unexpected(std::move(compared).error())});
    return;
  }
  post(action::LoadFinished{id, WithFunctions(std::move(compared->tree))});
}

}  // namespace ringscope
