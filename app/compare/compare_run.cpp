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

namespace {

Result<CctPtr> Compare(const CompareRequest& request, JobControl& job) {
  RINGSCOPE_ASSIGN(const TreeComparison compared,
                   CompareTrees(request.before, request.after, request.options, &job));
  if (!request.source.before.empty()) return WithSourceChanges(compared.tree, request.source, &job);
  const SideSources said = SideSourcesOf(*compared.tree);
  if (said.before.empty() || said.after.empty()) return compared.tree;
  // Nobody asked for it: it may lie on another machine.
  Result<CctPtr> with_source = WithSourceChanges(compared.tree, said, &job);
  const bool is_cancelled = !with_source && with_source.error().code == ErrorCode::kCancelled;
  return with_source || is_cancelled ? with_source : compared.tree;
}

}  // namespace

void RunCompareTrees(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post) {
  Result<CctPtr> compared = Compare(request, job);
  if (!compared) {
    post(action::LoadFinished{id, tl::unexpected(std::move(compared).error())});
    return;
  }
  post(action::LoadFinished{id, WithFunctions(std::move(*compared))});
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
