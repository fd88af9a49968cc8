#include "cct/transform/steps/steps.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/transform/engine/rewrite.h"

namespace ringscope {

Result<CctPtr> PruneContexts(const CctPtr& tree, double share_percent, MetricIndex metric, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  const double least = static_cast<double>(tree->Total(metric)) * (share_percent / 100);
  std::vector<Fate> fate(flat.n, Fate::kStays);
  bool found_any = false;
  for (ContextId caller = 0; caller < flat.n; ++caller) {
    if (caller % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const bool caller_stays = fate[caller] == Fate::kStays;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (!caller_stays) {
        fate[child] = Fate::kJoins;
      } else if (static_cast<double>(flat.Inclusive(child, metric)) < least) {
        fate[child] = Fate::kRenamed;
        found_any = true;
      }
    }
  }
  if (!found_any) return tree;
  NewFrames frames(tree->frames());
  frames.renamed.assign(frames.map.size(),
                        frames.table.Intern({.name = "(rest)", .kind = FrameKind::kSynthetic}));
  return RewriteTree(*tree, flat, std::move(fate), std::move(frames), job);
}

Result<CctPtr> LimitDepth(const CctPtr& tree, uint32_t depth, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  // Where the layer beyond the last one that stays begins.
  ContextId begin = 0;
  ContextId end = 1;
  for (uint64_t layer = 0; layer <= depth && begin < end; ++layer) {
    begin = end;
    end = flat.first_child[end];
  }
  if (begin >= flat.n) return tree;
  std::vector<Fate> fate(flat.n, Fate::kStays);
  std::fill(fate.begin() + begin, fate.end(), Fate::kJoins);
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

}  // namespace ringscope
