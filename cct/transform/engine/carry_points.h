#pragma once

#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/engine/callee_table.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/transform/engine/walk_part.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Points of an old tree in the tree that a transform made of it. A point says what calls of a function cost
// by the size of *its* input. So points go where their context went, as long as that is still a context of
// the same function; those of contexts that became part of another function, or were left out or emptied, go.

// Finds contexts of a tree by their callers and frames. 32 bytes a context.
class CalleeFinder {
 public:
  // O(contexts + frames). `tree` must outlive it.
  explicit CalleeFinder(const Cct& tree);
  // The frame of the tree with these fields; kNoFrameThere where it has none. Expected O(1).
  [[nodiscard]] FrameId FrameLike(const Frame& frame);
  static constexpr FrameId kNoFrameThere = 0xffffffffu;
  // kNoContext where there is none, or `caller` or `frame` is none.
  [[nodiscard]] ContextId CalleeOf(ContextId caller, FrameId frame) const;

 private:
  FrameInterner frames_;
  std::vector<FrameId> id_;  // in the tree, by number in frames_
  CalleeTable callees_;
};

// Where the contexts of `tree` are in `made`, which is what `plan` makes of it; kNoContext for those that
// were left out or emptied. `texts`: the frames of the plan. Expected O(contexts + frames). Errors:
// kCancelled.
[[nodiscard]] Result<std::vector<ContextId>> PlacesInMade(const FlatTree& tree, const WalkPlan& plan,
                                                          const FrameInterner& texts, const Cct& made,
                                                          const JobControl* job);

// `made` with the points of `old`, whose context i is now places[i], or kNoContext. Points of one context
// with the same size become one, as PointUnion has it. Shares the columns of `made`; `made` itself where no
// points are left, or nobody could tell which are alike. O(contexts + points log points). Errors: kMalformed
// (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> CarryPoints(const Cct& old, const CctPtr& made,
                                         std::span<const ContextId> places, const JobControl* job);

}  // namespace ringscope
