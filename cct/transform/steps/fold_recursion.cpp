#include "cct/transform/steps/steps.h"

#include <utility>
#include <vector>

#include "cct/transform/engine/rewrite.h"

namespace ringscope {

Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions, Recursion recursion,
                             JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (recursion == Recursion::kAny) return MergeRecursion(tree, flat, functions, job);

  std::vector<Fate> fate(flat.n, Fate::kStays);
  bool found_any = false;
  // A callee of the root has no caller that is a function.
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const FunctionId caller_function = functions.FunctionOf(flat.frame[caller]);
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (functions.FunctionOf(flat.frame[child]) != caller_function) continue;
      fate[child] = Fate::kJoins;
      found_any = true;
    }
  }
  if (!found_any) return tree;
  return RewriteTree(*tree, flat, std::move(fate), NewFrames(tree->frames()), job);
}

}  // namespace ringscope
