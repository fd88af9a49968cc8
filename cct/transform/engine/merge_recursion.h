#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/transform/engine/new_frames.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The tree without recursion of any kind, as FoldRecursion() says. It is made at once, not by way of fates:
// where recursion is common, little of a tree stays as it is, and nearly every new context is made of
// several. Every thread makes a part of the old tree into a tree of its own, which then become one:
//
//   old tree --SplitTree--> parts --WalkPart--> new contexts --Graft--> one tree --WriteDepthFirst--> new
//   tree
//
// The result does not depend on how many there are.
//
// `tree` and `frames` are those of `old`. O(n * metrics) expected, plus the sorting of siblings; 24 bytes a
// new context and what the result takes. Returns `old` itself where there is no recursion. Errors: kMalformed
// where a total of a damaged file reaches 2^63, kCancelled. job: done_units counts new
// contexts when they are written.
[[nodiscard]] Result<CctPtr> MergeRecursion(const CctPtr& old, const FlatTree& tree, NewFrames frames,
                                            uint32_t thread_count, JobControl* job);

}  // namespace ringscope
