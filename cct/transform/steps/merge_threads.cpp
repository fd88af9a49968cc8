#include "cct/transform/steps/merge_threads.h"

#include <utility>

#include "cct/transform/engine/rewrite.h"

namespace ringscope {

bool HasThreadRing(const Cct& tree) {
  const ContextRange first_ring = tree.ChildrenOf(kRootContext);
  for (ContextId context = first_ring.begin; context < first_ring.end; ++context) {
    if (IsThread(tree.FrameAt(context).kind)) return true;
  }
  return false;
}

Result<CctPtr> MergeThreads(const CctPtr& tree, JobControl* job) {
  if (!HasThreadRing(*tree)) return tree;
  BeginUnits(job, tree->context_count());
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Fate> fate(flat.n, Fate::kStays);
  // A thread stands for the root itself; so does one below a process that does.
  for (ContextId caller = 0; caller < flat.n; ++caller) {
    if (caller != kRootContext && fate[caller] != Fate::kJoins) continue;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (IsThread(tree->FrameAt(child).kind)) fate[child] = Fate::kJoins;
    }
  }
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

}  // namespace ringscope
