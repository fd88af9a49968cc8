#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/merge/member_union.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a merge does besides.
struct MergeOptions {
  MemberPlan members;                // without members no statistics are kept, which a note says
  std::vector<std::string> metrics;  // names of those that stay; none: all. kNotFound where no tree has any
};

// One tree from several: the threads of a run, the shards of a fleet.
//
// Contexts with equal paths of frames become one. Metrics of the same name and unit, or of units of time or
// of memory, are added up (at the finest of their units, which a note says, and of their scales); others
// stand side by side, with 0 where a tree has no such metric. Where all trees have the same metrics in the
// same order, that order stays; otherwise metrics are sorted by name and what their units measure.
// Reports are added up: the cost of a tree without estimates belongs to the whole of which a part is
// estimated. Executions stay as CommonExecutions() says, and metrics have their roles only where all trees
// agree on them. Points are put together where all trees have them with the same fields (PointUnion); other
// points, and samples with times, are left out, which notes say. Facts of frames are joined (frame_table.h).
// So the result is the same for any order and any grouping of the trees: merges of merges give what one merge
// gives.
//
// O(contexts of all trees); memory for the result, and 12 bytes for each context of two layers. Errors:
// kInvalidArgument (no trees), kLimit, kOverflow (a total reaches 2^63), kMalformed (the columns of a damaged
// file do not make a tree), kCancelled. job: units are contexts read.
[[nodiscard]] Result<CctPtr> MergeTrees(std::span<const CctPtr> trees, MergeOptions options = {},
                                        const BuildLimits& limits = {}, JobControl* job = nullptr);

// Whether a note of a report is what merging says of itself.
[[nodiscard]] bool IsNoteOfMerging(std::string_view note);

// The same for trees that come one after the other, without keeping all of them: at most about what the
// result takes, once more for trees that wait, and one tree. Those of mapped files take no memory and wait
// until the end. The result is that of MergeTrees().
class TreeMerger {
 public:
  explicit TreeMerger(const BuildLimits& limits = {}) : limits_(limits) {}

  [[nodiscard]] Result<void> Add(CctPtr tree, JobControl* job = nullptr);
  // At least one tree must have been added.
  [[nodiscard]] Result<CctPtr> Finish(JobControl* job = nullptr) &&;

 private:
  BuildLimits limits_;
  std::vector<CctPtr> in_memory_, in_files_;
  uint64_t in_memory_contexts_ = 0;
};

}  // namespace ringscope
