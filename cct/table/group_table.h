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
  // Likewise. A group inside itself (recursion) counts once, with the outermost context.
  std::vector<std::vector<uint64_t>> inclusive;
  std::vector<uint64_t> contexts;  // per group
  std::vector<uint64_t> total;     // per metric: inclusive value of the view root
};

// One depth-first pass over the subtrees of `roots` (a run within one layer), explicit stack, several threads
// for large trees; the result does not depend on them. The synthetic root and contexts whose frame lies
// outside the table belong to no group. By thread, every context belongs to the innermost thread or process
// above it, also one above the roots: so `self` is all that the thread spent, and where a process has threads
// its `inclusive` holds theirs too. O(contexts * metrics), memory 24 bytes a group and thread. job:
// done_units counts contexts. worker_count: 0 = as many as the tree is worth. Errors: kCancelled, kMalformed
// (a hostile tree whose contexts have several callers).
[[nodiscard]] Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping,
                                                 ContextRange roots, JobControl* job = nullptr,
                                                 uint32_t worker_count = 0);

enum class NeighbourSide : uint8_t { kCallers, kCallees };

// Callers or callees of one group, by group.
//
// Callers: what the outermost contexts of the group below the view root cost per group of their caller
// (kNoGroup: those directly below the synthetic root). The rows add up to the group's inclusive value.
//
// Callees: what the group spends in each group it calls. Whatever lies below a context of the group counts
// with the callee of the innermost such context, so that recursion counts once: the rows and the group's self
// value add up to its inclusive value. The group itself has a row where it calls itself, without cost.
struct NeighbourTable {
  std::vector<uint32_t> group;  // those that occur, ordered by inclusive value of metric 0, largest first
  std::vector<std::vector<uint64_t>> inclusive;  // per metric, then per row
  // Callers: outermost contexts of the chosen group behind each row; callees: contexts of the row's group.
  std::vector<uint64_t> contexts;
};

// As BuildGroupTable; not for groups of threads, whose callers are no groups.
[[nodiscard]] Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping,
                                                         uint32_t group, NeighbourSide side,
                                                         ContextRange roots, JobControl* job = nullptr,
                                                         uint32_t worker_count = 0);

}  // namespace ringscope
