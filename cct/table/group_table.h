#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/cct.h"
#include "cct/query/frame_grouping.h"

namespace ringscope {

// What the contexts below a view root add up to by function, module, class, file or kind: columns, one entry
// a group of the grouping, those that do not occur included with zeros.
struct GroupTable {
  std::vector<std::vector<uint64_t>> self;  // per metric of the tree, then per group
  std::vector<std::vector<uint64_t>>
      inclusive;                   // a group inside itself (recursion) counts once, with the outer context
  std::vector<uint64_t> contexts;  // per group
  std::vector<uint64_t> total;     // per metric: inclusive value of the view root
};

// One depth-first pass over the subtrees of `roots` (a run within one layer; the synthetic root belongs to no
// group), explicit stack, both cores for large trees. O(contexts * metrics). job: done_units counts contexts.
// Errors: kCancelled.
[[nodiscard]] Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping,
                                                 ContextRange roots, JobControl* job = nullptr);

// Callers or callees of one group, by group: what its outermost contexts cost per caller, and what its
// contexts spend in each direct callee (recursion counted once). `self_of_group` completes the callees to the
// group's inclusive value.
struct NeighbourTable {
  std::vector<uint32_t> group;  // those that occur, ordered by inclusive value of metric 0, largest first
  std::vector<std::vector<uint64_t>> inclusive;  // per metric, then per row
  std::vector<uint64_t> contexts;                // contexts of the chosen group behind each row
};



enum class NeighbourSide : uint8_t { kCallers, kCallees };
[[nodiscard]] Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping,
                                                         uint32_t group, NeighbourSide side,
                                                         ContextRange roots, JobControl* job = nullptr);

}  // namespace ringscope
