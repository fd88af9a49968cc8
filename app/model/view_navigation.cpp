#include "app/model/view_navigation.h"

#include <vector>

namespace ringscope {
namespace {

ContextId FindChild(const Cct& tree, ContextId parent, const Frame& frame) {
  const ContextRange children = tree.ChildrenOf(parent);
  for (ContextId child = children.begin; child < children.end; ++child) {
    if (tree.FrameAt(child) == frame) return child;
  }
  return kNoContext;
}

}  // namespace

ViewRoot WholeTreeRoot(const Cct& tree) { return {tree.NaturalViewRoot(), {}}; }

bool IsOverallRoot(const Cct& tree, const ViewRoot& root) {
  return !root.is_run() && tree.IsWithin(tree.NaturalViewRoot(), root.context);
}

std::optional<ViewRoot> CallerOf(const Cct& tree, const ViewRoot& root) {
  if (root.is_run()) return ViewRoot{root.context, {}};
  const ContextId caller = tree.ParentOf(root.context);
  if (caller == kNoContext) return std::nullopt;
  if (caller == kRootContext && tree.ChildrenOf(kRootContext).size() == 1) return std::nullopt;
  return ViewRoot{caller, {}};
}

bool IsValidRoot(const Cct& tree, const ViewRoot& root) {
  if (root.context >= tree.context_count()) return false;
  if (!root.is_run()) return true;
  const ContextRange children = tree.ChildrenOf(root.context);
  return children.begin <= root.run.begin && root.run.begin < root.run.end && root.run.end <= children.end;
}

ContextId FindCounterpart(const Cct& from, ContextId context, const Cct& to) {
  ContextId found = kRootContext;
  for (const ContextId step : from.PathTo(context)) {
    // Transforms take frames out of paths (hidden ones, threads, what lies above a focus): the others still
    // lead on.
    const ContextId child = FindChild(to, found, from.FrameAt(step));
    if (child != kNoContext) found = child;
  }
  return found == kRootContext ? to.NaturalViewRoot() : found;
}

ContextId FindExactCounterpart(const Cct& from, ContextId context, const Cct& to) {
  const ContextId found = FindCounterpart(from, context, to);
  return to.FrameAt(found) == from.FrameAt(context) ? found : kNoContext;
}

}  // namespace ringscope
