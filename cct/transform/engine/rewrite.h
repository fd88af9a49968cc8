#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/transform/engine/flat_tree.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The engine under the transforms. A transform decides what becomes of every context of the old tree; the
// engine makes the new tree from that. Every thread makes a part of the old tree into a tree of its own, and
// these then become one:
//
//   old tree --SplitTree--> parts --WalkPart--> new contexts --Graft--> one tree --WriteDepthFirst--> new
//   tree --CarryPoints--> new tree with points, where the old one has some
//
// The result does not depend on how many there are.

// Where an old context goes in the new tree. It depends on the context's stack alone, so that contexts with
// equal new stacks may become one.
enum class Placement : uint8_t {
  // Becomes a callee of the new context its caller went to ...
  kStays,
  kRenamed,  // ... with another frame
  kEmptied,  // ... without its own cost
  // Its own cost goes to the new context its caller went to, its callees to be callees there.
  kJoins,
  // Becomes a callee of the synthetic root.
  kStarts,
  // Is left out with its own cost; its callees too, but for those that start.
  kLeftOut,
  // As kStays and kStarts, and all that is below stays, whatever its placement.
  kStaysWhole,
  kStartsWhole,
};
[[nodiscard]] constexpr bool IsWhole(Placement placement) { return placement >= Placement::kStaysWhole; }
[[nodiscard]] constexpr bool IsStart(Placement placement) {
  return placement == Placement::kStarts || placement == Placement::kStartsWhole;
}

// Which frames contexts get. Maps are per old frame, with a last entry for ids outside of the old table.
struct NewFrames {
  explicit NewFrames(const FrameTable& old) : map(table.InternAll(old)) { map.push_back(table.Intern({})); }

  // Of an old frame in the maps.
  [[nodiscard]] size_t EntryOf(FrameId old) const { return std::min<size_t>(old, map.size() - 1); }

  FrameInterner table;
  std::vector<FrameId> map;      // equal frames become one
  std::vector<FrameId> renamed;  // of contexts that are renamed; empty where none is
};

// What becomes of points and types: they go with their contexts (CarryPoints), or say nothing of the new
// tree.
enum class CarriedPoints : uint8_t { kAll, kNone };

// The tree in which each context has its placement; the root stays or is emptied. Equal siblings are one.
// `tree` is that of `old`, which gives metrics, report and points. thread_count: 0 for as many as are of use.
//
// O(n * metrics) expected, plus the sorting of siblings; 24 bytes a new context and what the result takes.
// Errors: kMalformed where a total of a damaged file reaches 2^63, kCancelled. job: done_units counts new
// contexts when they are written.
[[nodiscard]] Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree,
                                         std::vector<Placement> placements, NewFrames frames, JobControl* job,
                                         uint32_t thread_count = 0,
                                         CarriedPoints carried = CarriedPoints::kAll);

// The tree without recursion of any kind, as FoldRecursion() says: what a context joins is found on the way.
// Otherwise as RewriteTree(), but `old` itself where there is no recursion.
[[nodiscard]] Result<CctPtr> MergeRecursion(const CctPtr& old, const FlatTree& tree,
                                            const FunctionIndex& functions, JobControl* job,
                                            uint32_t thread_count = 0);

// Shared by the passes of transforms.
inline constexpr uint32_t kContextsBetweenPolls = 1u << 16;
[[nodiscard]] inline tl::unexpected<Error> Cancelled() {
  return Fail(ErrorCode::kCancelled, "the transform was cancelled");
}
[[nodiscard]] inline tl::unexpected<Error> DamagedValues() {
  return Fail(ErrorCode::kMalformed, "the tree's values are damaged: callees cost more than their caller");
}

// Whether there is something of a context for CarryPoints() to carry. O(its types).
[[nodiscard]] bool HasPointsOrTypes(const Cct& tree, ContextId context);

// `made`, which a transform made of `old`, with the points and types of `old`, whose context i is now
// places[i], or kNoContext. A point says what calls of a function cost by the size of *its* input, and the
// types are those of *its* objects. So they go where their context went, as long as that is still a context
// of the same function; those of contexts that became part of another function, or were left out or emptied,
// are left out. Points of one context with the same size become one, as PointUnion has it. Shares the columns
// of `made`; `made` itself where no points are left, or nobody could tell which are alike. O(contexts +
// points log points). Errors: kMalformed (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> CarryPoints(const Cct& old, const CctPtr& made,
                                         std::span<const ContextId> places, const JobControl* job);

}  // namespace ringscope
