#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What the contexts below a view root add up to by function, module, class, file or kind: columns, one entry
// a group of the grouping, those that do not occur included with zeros.
struct GroupTable {
  std::vector<std::vector<uint64_t>> self;  // per metric, then per group
  // Likewise. A group inside itself (recursion) counts once, with the outermost context.
  std::vector<std::vector<uint64_t>> inclusive;
  std::vector<uint64_t> contexts;  // per group
  std::vector<uint64_t> total;     // per metric: inclusive value of the view root
};

// One depth-first pass over the subtrees of `roots` (a run within one layer), explicit stack, several threads
// for large trees; the result does not depend on them. The synthetic root and contexts whose frame lies
// outside the table belong to no group. By thread, every context belongs to the innermost thread or process
// above it, also one above the roots: so `self` is all that the thread spent, and where a process has threads
// its `inclusive` holds theirs too. O(contexts * metrics), memory a group and thread: 8 bytes and 16
// a metric. job: done_units counts contexts. worker_count: 0 = as many as the tree is worth. `metrics`: these
// alone, in this order; empty: all. Errors: kCancelled, kMalformed (a hostile tree whose contexts have
// several callers).
[[nodiscard]] Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping,
                                                 ContextRange roots, JobControl* job = nullptr,
                                                 uint32_t worker_count = 0,
                                                 std::span<const MetricIndex> metrics = {});

// In a tree with callers first (invert) a context's own cost is that of stacks which begin with it. What its
// functions cost themselves lies in the first ring: makes `table.self`, of the same tree, grouping, roots and
// metrics, the inclusive cost of the contexts directly below the synthetic root. O(contexts of that ring *
// metrics). Not for groups of threads.
void TakeSelfFromFirstRing(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                           GroupTable& table, std::span<const MetricIndex> metrics = {});

// What contexts below the view root cost themselves that are of no group, such as the synthetic root; not of
// groups of threads, which hold each other. O(groups).
[[nodiscard]] uint64_t CostOutside(const GroupTable& table, size_t metric);

enum class NeighbourSide : uint8_t { kCallers, kCallees };

// Callers or callees of one group, by group.
//
// A row stands for the calls of B by A: all contexts of B below the view root whose caller is a context of A,
// also where that is above the view root. Both sides mean the same, so A's row among the callers of B is B's
// row among the callees of A.
//
// Under recursion a context of one row may be below one of another: rows overlap, and their sum can exceed
// what the group costs. Callers without a group (kNoGroup): the synthetic root's, directly below which a
// context has none.
struct NeighbourTable {
  std::vector<uint32_t> group;  // those that occur, ordered by inclusive value of metric 0, largest first
  std::vector<std::vector<uint64_t>> self;  // per metric, then per row
  // Likewise. A context of the row below another one of it counts once, with the outermost.
  std::vector<std::vector<uint64_t>> inclusive;
  std::vector<uint64_t> contexts;  // per row
  // What the group itself costs, per metric, as in a GroupTable.
  std::vector<uint64_t> whole_self, whole_inclusive;
};

// As BuildGroupTable, but with 16 bytes a group, metric and thread and 16 a group and thread; not for groups
// of threads, whose callers are no groups.
[[nodiscard]] Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping,
                                                         uint32_t group, NeighbourSide side,
                                                         ContextRange roots, JobControl* job = nullptr,
                                                         uint32_t worker_count = 0);

// What the contexts below a view root cost per line of one source file: its groups are the lines that have
// frames, ascending. A line is what the frames carry: the function's definition, or the place in it where the
// profiler knows that. Frames of the file without a line (0) come first.
struct LineCosts : GroupTable {
  std::vector<uint32_t> line;
  std::vector<FrameId> first_frame;  // of the frames on that line
};

inline constexpr uint32_t kLeftOutLine = 0xffffffffu;

// One pass as BuildGroupTable's. `file` is compared exactly with the frames' files. `line_of`
// (by FrameId; may be shorter) has the lines of frames where they are others than the frames say; those of
// kLeftOutLine count for none. Errors: those of BuildGroupTable.
[[nodiscard]] Result<LineCosts> BuildLineCosts(const Cct& tree, std::string_view file, ContextRange roots,
                                               JobControl* job = nullptr,
                                               std::span<const uint32_t> line_of = {});

}  // namespace ringscope
