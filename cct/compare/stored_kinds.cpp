#include "cct/compare/stored_kinds.h"

#include <algorithm>

namespace ringscope {
namespace {

constexpr ContextId kStoredContextsBetweenPolls = 1u << 14;

}  // namespace

ContextKind FindKind(const TreeComparison& comparison, ContextId context) {
  if (context == kRootContext) return ContextKind::kCommon;
  const Cct& tree = *comparison.tree;
  const auto costs = [&](Side side, bool is_self) {
    return std::any_of(comparison.metrics.begin(), comparison.metrics.end(),
                       [&](const ComparedMetric& metric) {
                         const MetricIndex column = metric.side[IndexOf(side)];
                         return (is_self ? tree.Self(context, column) : tree.Inclusive(context, column)) != 0;
                       });
  };
  if ((tree.FlagsOf(context) & kIsWrapper) != 0)
    return costs(Side::kBefore, true) ? ContextKind::kGoneWrapper : ContextKind::kNewWrapper;
  const bool before = costs(Side::kBefore, false), after = costs(Side::kAfter, false);
  if (before == after) return ContextKind::kCommon;
  return before ? ContextKind::kGone : ContextKind::kNew;
}

Result<std::vector<ContextKind>> FindKinds(const TreeComparison& comparison, JobControl* job) {
  const Cct& tree = *comparison.tree;
  BeginUnits(job, tree.context_count());
  std::vector<ContextKind> kinds(tree.context_count(), ContextKind::kCommon);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (context % kStoredContextsBetweenPolls == 0) {
      if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
      if (job != nullptr) job->done_units = context;
    }
    kinds[context] = FindKind(comparison, context);
  }
  return kinds;
}

}  // namespace ringscope
