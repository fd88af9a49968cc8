#include "app/compare/compare_run.h"

#include <utility>

#include "app/core/action.h"
#include "cct/compare/execution_tree.h"

namespace ringscope {
namespace {

Result<CompareRequest> TakeExecutions(const CompareExecutionsRequest& request, JobControl& job) {
  const std::optional<Series> series = StoredSeries(request.tree);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  CompareRequest taken;
  const auto take = [&](const std::vector<size_t>& executions, std::vector<CompareInput>& side) -> Result<void> {
    for (const size_t execution : executions) {
      RINGSCOPE_ASSIGN(CompareInput input, ExecutionOf(*series, execution, &job));
      side.push_back(std::move(input));
    }
    return {};
  };
  RINGSCOPE_TRY(take(request.before, taken.before));
  RINGSCOPE_TRY(take(request.after, taken.after));
  return taken;
}

}  // namespace

void RunCompareTrees(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post) {
  Result<TreeComparison> compared = CompareTrees(request.before, request.after, request.options, &job);
  if (!compared) {
    post(action::LoadFinished{id, tl::unexpected(std::move(compared).error())});
    return;
  }
  post(action::LoadFinished{id, WithFunctions(std::move(compared->tree))});
}

void RunCompareExecutions(JobId id, const CompareExecutionsRequest& request, JobControl& job,
                          const PostAction& post) {
  const Result<CompareRequest> taken = TakeExecutions(request, job);
  if (taken)
    RunCompareTrees(id, *taken, job, post);
  else
    post(action::LoadFinished{id, tl::unexpected(taken.error())});
}

}  // namespace ringscope
