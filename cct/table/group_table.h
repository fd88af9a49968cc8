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

// The sums of contexts by group: columns with one entry for each group of the grouping (by function, module,
// class, file, kind, ...). Groups that do not occur have zeros.
struct GroupTable {
  std::vector<std::vector<uint64_t>> self;  // per metric, then per group
  // Per metric, then per group. A group inside itself (recursion) counts once, with the outermost context.
  std::vector<std::vector<uint64_t>> inclusive;
  std::vector<uint64_t> contexts;  // per group
  std::vector<uint64_t> total;     // per metric: inclusive value of the roots
};

// Adds up the contexts of the subtrees of `roots` (a run within one layer), in one depth-first pass with an
// explicit stack; several threads for large trees, on which the result does not depend. The synthetic root
// and contexts whose frame is not in the table belong to no group. With GroupBy::kThread each context belongs
// to the innermost thread or process at or above it, even above the roots: so `self` is all that the thread
// spent, and the `inclusive` of a process contains its threads. O(contexts * metrics); memory for each group
// and worker: 8 bytes and 16 a metric. job: done_units counts contexts. worker_count: 0 = as many as the tree
// is worth. `metrics`: the metrics of the table, in this order; empty: all. Errors: kCancelled, kMalformed (a
// hostile tree whose contexts have several callers).
[[nodiscard]] Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping,
                                                 ContextRange roots, JobControl* job = nullptr,
                                                 uint32_t worker_count = 0,
                                                 std::span<const MetricIndex> metrics = {});

// Makes `table.self` the inclusive cost of the contexts directly below the synthetic root. That is the self
// cost of functions in an inverted tree, where the self cost of a context is that of stacks which begin with
// it. `table` is of the same tree, grouping, roots and metrics, and not by thread. O(contexts of the first
// ring * metrics).
void TakeSelfFromFirstRing(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                           GroupTable& table, std::span<const MetricIndex> metrics = {});

// The self cost of contexts without a group, such as the synthetic root. Not for groups of threads, which
// contain each other. O(groups).
[[nodiscard]] uint64_t CostOutside(const GroupTable& table, size_t metric);

enum class NeighbourSide : uint8_t { kCallers, kCallees };

// Callers or callees of one group, by group.
//
// A row stands for the calls of B by A: all contexts of B below the view root whose caller is a context of A,
// even if A is above the view root. So A's row among the callers of B equals B's row among the callees of A.
//
// Under recursion a context of one row may be below one of another: rows overlap, and their sum can exceed
// the cost of the group. The caller kNoGroup is the synthetic root, above the contexts of the first ring.
struct NeighbourTable {
  std::vector<uint32_t> group;              // per row; ordered by inclusive value of metric 0, largest first
  std::vector<std::vector<uint64_t>> self;  // per metric, then per row
  // Per metric, then per row. A context below another one of the same row is not added again.
  std::vector<std::vector<uint64_t>> inclusive;
  std::vector<uint64_t> contexts;  // per row
  // Cost of the group itself, per metric, as in a GroupTable.
  std::vector<uint64_t> whole_self, whole_inclusive;
};

// Parameters, cost and errors are those of BuildGroupTable(), but the memory is 16 bytes and 16 a metric for
// each group and worker. Not for groups of threads, whose callers are no groups.
[[nodiscard]] Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping,
                                                         uint32_t group, NeighbourSide side,
                                                         ContextRange roots, JobControl* job = nullptr,
                                                         uint32_t worker_count = 0);

// Costs per line of one source file: the groups are the lines that have frames, ascending. A line is the one
// of the frame: where the function is defined, or a place inside it if the profiler knows that. Frames of the
// file without a line (0) come first.
struct LineCosts : GroupTable {
  std::vector<uint32_t> line;
  std::vector<FrameId> first_frame;  // of the frames on that line
};

inline constexpr uint32_t kLeftOutLine = 0xffffffffu;

// One pass as BuildGroupTable(). `file` is compared exactly with the frames' files. `line_of` (by FrameId)
// has the lines that replace those of the frames; frames beyond its end keep theirs, frames of kLeftOutLine
// are left out. Errors: those of BuildGroupTable().
[[nodiscard]] Result<LineCosts> BuildLineCosts(const Cct& tree, std::string_view file, ContextRange roots,
                                               JobControl* job = nullptr,
                                               std::span<const uint32_t> line_of = {});

}  // namespace ringscope
