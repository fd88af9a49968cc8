#include "cct/transform/steps/select_contexts.h"

#include <utility>
#include <vector>

#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

// Calls decide(caller, child) for every context but the root, callers first.
template <typename Decide>
Result<void> ForEachCallee(const FlatTree& tree, JobControl* job, Decide decide) {
  for (ContextId caller = 0; caller < tree.n; ++caller) {
    if (caller % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const ContextId end = tree.first_child[uint64_t{caller} + 1];
    for (ContextId child = tree.first_child[caller]; child < end; ++child) decide(caller, child);
  }
  return {};
}

ContextRange AllButRoot(const FlatTree& tree) { return {1, tree.n}; }

}  // namespace

Result<CctPtr> FocusContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Fate> fate(flat.n, Fate::kLeftOut);
  fate[kRootContext] = Fate::kEmptied;
  RINGSCOPE_TRY(ForEachCallee(flat, job, [&](ContextId caller, ContextId child) {
    const bool is_inside = fate[caller] == Fate::kStarts || fate[caller] == Fate::kStays;
    if (is_inside) {
      fate[child] = Fate::kStays;
    } else if (matches.contains(child)) {
      fate[child] = Fate::kStarts;
    }
  }));
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

Result<CctPtr> HideContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (!matches.AnyIn(AllButRoot(flat))) return tree;
  std::vector<Fate> fate(flat.n, Fate::kStays);
  for (ContextId context = 1; context < flat.n; ++context)
    if (matches.contains(context)) fate[context] = Fate::kJoins;
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

Result<CctPtr> DropContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (!matches.AnyIn(AllButRoot(flat))) return tree;
  std::vector<Fate> fate(flat.n, Fate::kStays);
  for (ContextId context = 1; context < flat.n; ++context)
    if (matches.contains(context)) fate[context] = Fate::kLeftOut;
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

Result<CctPtr> KeepContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Fate> fate(flat.n, Fate::kLeftOut);
  fate[kRootContext] = Fate::kEmptied;
  RINGSCOPE_TRY(ForEachCallee(flat, job, [&](ContextId caller, ContextId child) {
    if (matches.contains(child) || fate[caller] == Fate::kStays) fate[child] = Fate::kStays;
  }));
  // Callers of what stays stay too: callees come behind, so from the back theirs is known.
  for (ContextId caller = flat.n; caller-- > 1;) {
    if (fate[caller] != Fate::kLeftOut) continue;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (fate[child] != Fate::kLeftOut) fate[caller] = Fate::kEmptied;
    }
  }
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

}  // namespace ringscope
