#include "app/compare/renames_run.h"

#include <algorithm>
#include <utility>

#include "cct/compare/matching/name_rules.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope {
namespace {

Result<FoundRenames> Find(const RenamesRequest& request, JobControl& job) {
  FoundRenames found;
  found.request = request;
  std::optional<TreeComparison> comparison = StoredComparison(request.tree);
  if (!comparison) return Fail(ErrorCode::kInvalidArgument, "expected a comparison");
  const auto metric =
      std::find_if(comparison->metrics.begin(), comparison->metrics.end(),
                   [&](const ComparedMetric& one) { return one.metric.name == request.metric; });
  found.metric = metric == comparison->metrics.end() ? comparison->metrics.front() : *metric;
  RINGSCOPE_ASSIGN(const NameRules rules, ReadRulesFile(request.rules));
  RINGSCOPE_ASSIGN(comparison->kinds, FindKinds(*comparison, &job));
  RINGSCOPE_ASSIGN(const std::vector<RenameCandidate> candidates,
                   FindRenames(*comparison, found.metric, rules, &job));
  for (const RenameCandidate& one : candidates)
    found.offered.push_back({one, RecoveredShare(*comparison, found.metric, one)});
  return found;
}

}  // namespace

std::shared_ptr<const FoundRenames> RunRenames(const RenamesRequest& request, JobControl& job) {
  Result<FoundRenames> found = Find(request, job);
  if (found) return std::make_shared<const FoundRenames>(std::move(*found));
  if (found.error().code == ErrorCode::kCancelled) return nullptr;
  FoundRenames none;
  none.request = request;
  none.problem = DescribeError(found.error());
  return std::make_shared<const FoundRenames>(std::move(none));
}

}  // namespace ringscope
