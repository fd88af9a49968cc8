#include "cct/transform/steps/steps.h"

#include <utility>
#include <vector>

#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

// Matches have one fate, all other contexts the other.
std::vector<Fate> FatesBy(const FlatTree& tree, const ContextSet& matches, Fate match, Fate other) {
  std::vector<Fate> fate(tree.n, other);
  matches.ForEachIn({1, tree.n}, [&](ContextId context) { fate[context] = match; });
  return fate;
}

// `tree` itself where there is no match.
Result<CctPtr> RewriteMatches(const CctPtr& tree, const ContextSet& matches, Fate match, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (!matches.AnyIn({1, flat.n})) return tree;
  return RewriteTree(*tree, flat, FatesBy(flat, matches, match, Fate::kStays), NewFrames(tree->frames()),
                     job);
}

}  // namespace

Result<CctPtr> FocusContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Fate> fate = FatesBy(flat, matches, Fate::kStartsWhole, Fate::kLeftOut);
  fate[kRootContext] = Fate::kEmptied;
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

Result<CctPtr> HideContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  return RewriteMatches(tree, matches, Fate::kJoins, job);
}

Result<CctPtr> DropContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  return RewriteMatches(tree, matches, Fate::kLeftOut, job);
}

Result<CctPtr> KeepContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  std::vector<Fate> fate = FatesBy(flat, matches, Fate::kStaysWhole, Fate::kLeftOut);
  fate[kRootContext] = Fate::kEmptied;
  // Callers of what stays stay too. Those of descending contexts descend.
  ContextId caller = flat.n - 1;
  for (ContextId child = flat.n; child-- > 1;) {
    if (fate[child] == Fate::kLeftOut) continue;
    while (flat.first_child[caller] > child) --caller;
    if (fate[caller] == Fate::kLeftOut) fate[caller] = Fate::kEmptied;
  }
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

}  // namespace ringscope
