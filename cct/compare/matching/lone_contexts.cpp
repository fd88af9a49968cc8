#include "cct/compare/matching/lone_contexts.h"

#include <algorithm>

namespace ringscope {

std::vector<ContextId> TopmostOfKind(const TreeComparison& comparison, const ComparedMetric& metric,
                                     ContextKind kind) {
  const Cct& tree = *comparison.tree;
  std::vector<ContextId> found;
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    if (comparison.kinds[caller] == kind) continue;
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee)
      if (comparison.kinds[callee] == kind) found.push_back(callee);
  }
  const bool is_gone = kind == ContextKind::kGone || kind == ContextKind::kGoneWrapper;
  const MetricIndex column = metric.side[is_gone ? 0 : 1];
  std::stable_sort(found.begin(), found.end(), [&](ContextId a, ContextId b) {
    return tree.Inclusive(a, column) > tree.Inclusive(b, column);
  });
  return found;
}

}  // namespace ringscope
