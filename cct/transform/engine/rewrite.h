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

// The engine of the transforms. A transform decides the placement of every context of the old tree; the
// engine makes the new tree. Each thread turns a part of the old tree into a tree, and these are joined:
//
//   old tree --SplitTree--> parts --WalkPart--> new contexts --Graft--> one tree --WriteDepthFirst--> new
//   tree --CarryPoints--> new tree with points, if the old one has some
//
// The result does not depend on the number of threads.

// The place of an old context in the new tree. It depends on the context's stack alone, so that contexts with
// equal new stacks may become one.
enum class Placement : uint8_t {
  kStays,    // becomes a callee of the new context that its caller went to
  kRenamed,  // as kStays, with another frame
  kEmptied,  // as kStays, without its self cost
  kJoins,    // its self cost and its callees go to the new context that its caller went to
  kStarts,   // becomes a callee of the synthetic root
  kLeftOut,  // is dropped with its self cost; its callees too, except those that start
  // As kStays and kStarts; in addition all contexts below stay, whatever their placement.
  kStaysWhole,
  kStartsWhole,
};
[[nodiscard]] constexpr bool IsWhole(Placement placement) { return placement >= Placement::kStaysWhole; }
[[nodiscard]] constexpr bool IsStart(Placement placement) {
  return placement == Placement::kStarts || placement == Placement::kStartsWhole;
}

// The new frames of contexts. Maps are per old frame, with a last entry for ids outside the old table.
struct NewFrames {
  explicit NewFrames(const FrameTable& old) : map(table.InternAll(old)) { map.push_back(table.Intern({})); }

  // The entry of an old frame in the maps.
  [[nodiscard]] size_t EntryOf(FrameId old) const { return std::min<size_t>(old, map.size() - 1); }

  FrameInterner table;
  std::vector<FrameId> map;      // equal frames have one new frame
  std::vector<FrameId> renamed;  // for Placement::kRenamed; empty if no context has it
};

// Whether points and types go with their contexts (CarryPoints). kNone: they do not describe the new tree.
enum class CarriedPoints : uint8_t { kAll, kNone };

// Makes the tree in which each context has its placement; the root stays or is emptied. Equal siblings become
// one. `tree` is that of `old`, from which metrics, report and points come. thread_count: 0 for as many as
// are of use.
//
// O(n * metrics) expected, plus the sorting of siblings; memory of 24 bytes a new context, and of the result.
// Errors: kMalformed if a total of a damaged file reaches 2^63, kCancelled. job: done_units counts new
// contexts when they are written.
[[nodiscard]] Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree,
                                         std::vector<Placement> placements, NewFrames frames, JobControl* job,
                                         uint32_t thread_count = 0,
                                         CarriedPoints carried = CarriedPoints::kAll);

// Makes the tree without recursion of any kind, see FoldRecursion(); the walk finds the context that another
// one joins. Parameters, cost and errors as RewriteTree(). Returns `old` itself if there is no recursion.
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

// Whether a context has points or types. O(its types).
[[nodiscard]] bool HasPointsOrTypes(const Cct& tree, ContextId context);

// Adds the points and types of `old` to `made`, which a transform made of it: context i of `old` became
// places[i], or kNoContext. A point tells the cost of calls of a function by the size of *its* input, and the
// types are those of *its* objects. So they go with their context if that is still one of the same function;
// those of contexts that became part of another function, or were left out or emptied, are dropped. Points of
// one context with the same size become one, as by PointUnion. Shares the columns of `made`; returns `made`
// itself if there are no points and types to carry. O(contexts + points log points). Errors: kMalformed (a
// damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> CarryPoints(const Cct& old, const CctPtr& made,
                                         std::span<const ContextId> places, const JobControl* job);

}  // namespace ringscope
