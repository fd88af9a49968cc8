#include <algorithm>
#include <utility>
#include <vector>

#include "cct/transform/engine/rewrite.h"
#include "cct/transform/steps/steps.h"

namespace ringscope {
namespace {

// Matches get the placement `match`, all other contexts `other`.
std::vector<Placement> PlacementsBy(const FlatTree& tree, const ContextSet& matches, Placement match,
                                    Placement other) {
  std::vector<Placement> placement(tree.n, other);
  matches.ForEachIn({1, tree.n}, [&](ContextId context) { placement[context] = match; });
  return placement;
}

// Returns `tree` itself if there is no match.
Result<CctPtr> RewriteMatches(const CctPtr& tree, const ContextSet& matches, Placement match,
                              JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (!matches.AnyIn({1, flat.n})) return tree;
  return RewriteTree(*tree, flat, PlacementsBy(flat, matches, match, Placement::kStays),
                     NewFrames(tree->frames()), job);
}

}  // namespace

Result<CctPtr> FocusContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Placement> placement =
      PlacementsBy(flat, matches, Placement::kStartsWhole, Placement::kLeftOut);
  placement[kRootContext] = Placement::kEmptied;
  return RewriteTree(*tree, flat, std::move(placement), NewFrames(tree->frames()), job);
}

Result<CctPtr> HideContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  return RewriteMatches(tree, matches, Placement::kJoins, job);
}

Result<CctPtr> DropContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  return RewriteMatches(tree, matches, Placement::kLeftOut, job);
}

Result<CctPtr> KeepContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Placement> placement = PlacementsBy(flat, matches, Placement::kStaysWhole, Placement::kLeftOut);
  placement[kRootContext] = Placement::kEmptied;
  // Callers of contexts that stay, stay too, without their cost. Callers of descending contexts descend.
  ContextId caller = flat.n - 1;
  for (ContextId child = flat.n; child-- > 1;) {
    if (placement[child] == Placement::kLeftOut) continue;
    while (flat.first_child[caller] > child) --caller;
    if (placement[caller] == Placement::kLeftOut) placement[caller] = Placement::kEmptied;
  }
  return RewriteTree(*tree, flat, std::move(placement), NewFrames(tree->frames()), job);
}

Result<CctPtr> PruneContexts(const CctPtr& tree, double share_percent, MetricIndex metric, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  const double least = static_cast<double>(tree->Total(metric)) * (share_percent / 100);
  std::vector<Placement> placement(flat.n, Placement::kStays);
  bool found_any = false;
  for (ContextId caller = 0; caller < flat.n; ++caller) {
    if (caller % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const bool caller_stays = placement[caller] == Placement::kStays;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (!caller_stays) {
        placement[child] = Placement::kJoins;
      } else if (static_cast<double>(flat.Inclusive(child, metric)) < least) {
        placement[child] = Placement::kRenamed;
        found_any = true;
      }
    }
  }
  if (!found_any) return tree;
  NewFrames frames(tree->frames());
  frames.renamed.assign(frames.map.size(),
                        frames.table.Intern({.name = "(rest)", .kind = FrameKind::kSynthetic}));
  return RewriteTree(*tree, flat, std::move(placement), std::move(frames), job);
}

Result<CctPtr> LimitDepth(const CctPtr& tree, uint32_t depth, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  // The first layer that does not stay.
  ContextId begin = 0;
  ContextId end = 1;
  for (uint64_t layer = 0; layer <= depth && begin < end; ++layer) {
    begin = end;
    end = flat.first_child[end];
  }
  if (begin >= flat.n) return tree;
  std::vector<Placement> placement(flat.n, Placement::kStays);
  std::fill(placement.begin() + begin, placement.end(), Placement::kJoins);
  return RewriteTree(*tree, flat, std::move(placement), NewFrames(tree->frames()), job);
}

Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions, Recursion recursion,
                             JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (recursion == Recursion::kAny) return MergeRecursion(tree, flat, functions, job);

  std::vector<Placement> placement(flat.n, Placement::kStays);
  bool found_any = false;
  // Begins at 1, as the caller of contexts in the first ring is no function.
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const FunctionId caller_function = functions.FunctionOf(flat.frame[caller]);
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (functions.FunctionOf(flat.frame[child]) != caller_function) continue;
      placement[child] = Placement::kJoins;
      found_any = true;
    }
  }
  if (!found_any) return tree;
  return RewriteTree(*tree, flat, std::move(placement), NewFrames(tree->frames()), job);
}

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
  std::vector<Placement> placement(flat.n, Placement::kStays);
  // Threads and processes below the root, or below another one that joins the root, join it.
  for (ContextId caller = 0; caller < flat.n; ++caller) {
    if (caller != kRootContext && placement[caller] != Placement::kJoins) continue;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (IsThread(tree->FrameAt(child).kind)) placement[child] = Placement::kJoins;
    }
  }
  return RewriteTree(*tree, flat, std::move(placement), NewFrames(tree->frames()), job);
}

}  // namespace ringscope
