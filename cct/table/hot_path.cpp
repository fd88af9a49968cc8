#include "cct/table/hot_path.h"

namespace ringscope {

std::vector<ContextId> HotPath(const Cct& tree, ContextId from, MetricIndex metric, double least_share) {
  std::vector<ContextId> path;
  for (ContextId at = from;;) {
    ContextRange children = tree.ChildrenOf(at);
    // In the order of the first metric.
    if (metric == 0 && !children.empty()) children.end = children.begin + 1;
    ContextId hottest = kNoContext;
    uint64_t most = 0;  // a child without cost is no hot path
    for (ContextId child = children.begin; child < children.end; ++child) {
      if (const uint64_t inclusive = tree.Inclusive(child, metric); inclusive > most) {
        most = inclusive;
        hottest = child;
      }
    }
    if (hottest == kNoContext) return path;
    if (static_cast<double>(most) < least_share * static_cast<double>(tree.Inclusive(at, metric)))
      return path;
    path.push_back(hottest);
    at = hottest;
  }
}

}  // namespace ringscope
