#include "app/compare/compare_run.h"

#include <utility>

#include "app/core/action.h"
#include "cct/base/system/mapped_file.h"
#include "cct/compare/matching/name_rules.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

// The executions of one tree as trees of their own.
Result<void> TakeExecutions(CompareRequest& request, JobControl& job) {
  const std::optional<Series> series = StoredSeries(request.executions_of);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  const auto take = [&](const std::vector<size_t>& executions,
                        std::vector<CompareInput>& side) -> Result<void> {
    for (const size_t execution : executions) {
      RINGSCOPE_ASSIGN(CompareInput input, ExecutionOf(*series, execution, &job));
      side.push_back(std::move(input));
    }
    return {};
  };
  RINGSCOPE_TRY(take(request.executions_before, request.before));
  return take(request.executions_after, request.after);
}

Result<CctPtr> Compare(CompareRequest request, JobControl& job) {
  RINGSCOPE_ASSIGN(request.options.rules, ReadRulesFile(request.rules));
  if (request.executions_of != nullptr) RINGSCOPE_TRY(TakeExecutions(request, job));
  RINGSCOPE_ASSIGN(const TreeComparison compared,
                   CompareTrees(request.before, request.after, request.options, &job));
  for (const auto* side : {&request.before, &request.after}) {
    for (const CompareInput& input : *side)
      if (HasLostItsFile(*input.tree)) return FailChanged(FileChange::kCut);
  }
  if (!request.source.before.empty()) return WithSourceChanges(compared.tree, request.source, &job);
  const SideSources said = SideSourcesOf(*compared.tree);
  if (said.before.empty() || said.after.empty()) return compared.tree;
  // Nobody asked for it: it may lie on another machine.
  Result<CctPtr> with_source = WithSourceChanges(compared.tree, said, &job);
  const bool is_cancelled = !with_source && with_source.error().code == ErrorCode::kCancelled;
  return with_source || is_cancelled ? with_source : compared.tree;
}

}  // namespace

void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post) {
  Result<CctPtr> compared = Compare(request, job);
  if (!compared) {
    post(action::LoadFinished{id, tl::unexpected(std::move(compared).error())});
    return;
  }
  post(action::LoadFinished{id, WithFunctions(std::move(*compared))});
}

}  // namespace ringscope
