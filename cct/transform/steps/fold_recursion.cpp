#include "cct/transform/steps/fold_recursion.h"

#include <utility>
#include <vector>

#include "cct/query/sets/context_blocks.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {

Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions, Recursion recursion,
                             JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  RINGSCOPE_ASSIGN(NewFrames frames, NewFrames::From(tree->frames(), functions));
  if (recursion == Recursion::kAny)
    return MergeRecursion(tree, flat, std::move(frames), ThreadCountFor(flat.n), job);

  const std::vector<FunctionId>& function = frames.function();
  const auto function_of = [&](ContextId context) {
    const FrameId frame = flat.frame[context];
    return frame < function.size() ? function[frame] : function.back();
  };
  std::vector<Fate> fate(flat.n, Fate::kStays);
  bool found_any = false;
  // A callee of the root has no caller that is a function.
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const FunctionId caller_function = function_of(caller);
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (function_of(child) != caller_function) continue;
      fate[child] = Fate::kJoins;
      found_any = true;
    }
  }
  if (!found_any) return tree;
  FrameMaps maps;
  maps.frame = frames.identity();
  return RewriteTree(tree, flat, std::move(fate), std::move(maps), std::move(frames), job);
}

}  // namespace ringscope
