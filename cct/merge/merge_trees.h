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

// Options of a merge.
struct MergeOptions {
  MemberPlan members;                // without members no statistics are kept, and a note says so
  std::vector<std::string> metrics;  // names of those to keep; empty = all. kNotFound if no tree has one
};

// Merges several trees into one: the threads of a run, the shards of a fleet.
//
// Contexts with equal paths of frames become one. Metrics with one name and one unit are added up, and so are
// metrics with one name and different units of time or of memory (at the finest of the units, as a note says,
// and of the scales); other metrics stay apart, with the value 0 in trees that lack them. If all trees have
// the same metrics in the same order, that order stays; otherwise metrics are sorted by name and dimension.
// Reports are added up; the cost of a tree without estimates counts in EstimatedCost::total. Executions are
// those of CommonExecutions(), and a metric keeps its role only if all trees agree on it. Points are joined
// if all trees have them with the same fields (PointUnion); other points, and samples with times, are left
// out, and notes say so. Facts of frames are joined (frame_table.h). The result does not depend on the order
// or grouping of the trees: a merge of merges equals one merge.
//
// O(contexts of all trees); memory for the result, and 12 bytes for each context of two layers. Errors:
// kInvalidArgument (no trees), kLimit, kOverflow (a total reaches 2^63), kMalformed (the columns of a damaged
// file are no tree), kCancelled. The units of `job` are contexts read.
[[nodiscard]] Result<CctPtr> MergeTrees(std::span<const CctPtr> trees, MergeOptions options = {},
                                        const BuildLimits& limits = {}, JobControl* job = nullptr);

// Whether a note was made by a merge.
[[nodiscard]] bool IsNoteOfMerging(std::string_view note);

// Merges trees that are added one after the other without keeping all of them. Memory: about twice that of
// the result, and one tree. Trees of mapped files take no memory and wait until the end. The result is that
// of MergeTrees().
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
