#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The frames that match a query: the input of all code that highlights or counts matches. Plain data.
struct FrameMatches {
  // One entry a frame (1 = matches) and a last one for frame ids outside the table, which is 1 only for
  // queries that a frame without any properties fulfils (`not foo`).
  std::vector<uint8_t> mask{0};
  uint32_t frame_count = 0;     // matching frames
  uint32_t function_count = 0;  // matching functions

  [[nodiscard]] bool contains(FrameId frame) const {
    return mask[frame < mask.size() ? frame : mask.size() - 1] != 0;
  }
  [[nodiscard]] bool empty() const { return frame_count == 0 && mask.back() == 0; }
};

// The totals of the matching contexts below a view root, in one metric.
struct MatchTotals {
  uint64_t functions = 0;  // matching functions that occur below the view root
  uint64_t contexts = 0;   // matching contexts
  uint64_t self = 0;       // sum of their self values
  uint64_t inclusive = 0;  // sum of inclusive values of outermost matches, so that each cost counts once
  friend bool operator==(const MatchTotals&, const MatchTotals&) = default;
};

// Counts matches in the subtrees of `roots` (a run within one layer; the synthetic root itself never
// matches). One pass over the frames (or the set) of those subtrees, about 1 ns a context. job: done_units
// counts contexts. Errors: kCancelled.
[[nodiscard]] Result<MatchTotals> CountMatches(const Cct& tree, const FunctionIndex& functions,
                                               const FrameMatches& matches, ContextRange roots,
                                               MetricIndex metric, JobControl* job = nullptr);
[[nodiscard]] Result<MatchTotals> CountMatches(const Cct& tree, const FunctionIndex& functions,
                                               const ContextSet& matches, ContextRange roots,
                                               MetricIndex metric, JobControl* job = nullptr);

// MatchTotals::inclusive alone, for the many runs of a chart. O(layers below the run + their length / 64),
// and about 100 ns a match.
[[nodiscard]] uint64_t InclusiveOfMatches(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                          MetricIndex metric);

// The `count` most expensive matches in the subtrees of `roots`, the most expensive first; equals in drawing
// order. O(layers below the run + their length / 64 + matches log count).
[[nodiscard]] std::vector<ContextId> DearestOf(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                               MetricIndex metric, CostKind kind, uint32_t count);

// Matches numbered from 0 in level order, so that a list of any length needs only its visible rows.
// Immutable, thread-safe; memory of the set and 1/16 of its size for the index.
class MatchList {
 public:
  MatchList() = default;
  // Lists all members of `matches`; WithinSubtrees() (relatives.h) restricts them to a view root. O(n / 64).
  explicit MatchList(ContextSet matches);

  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const ContextSet& matches() const { return matches_; }

  // The match of number `index`, which must be below size(). O(log n).
  [[nodiscard]] ContextId At(uint32_t index) const;
  // Number of matches before `context`, which is the number of `context` if it is a match. O(1).
  [[nodiscard]] uint32_t RankOf(ContextId context) const;
  // Number of matches in a run. O(1).
  [[nodiscard]] uint32_t CountIn(ContextRange run) const { return RankOf(run.end) - RankOf(run.begin); }

 private:
  ContextSet matches_;
  std::vector<uint32_t> before_block_;  // number of matches before each block of words, then of all
  uint32_t size_ = 0;
};

// The members of `matches` sorted by a value, largest first, equal ones in level order. O(members * bytes of
// the largest value), 32 bytes a member of temporary memory. Errors: kCancelled.
[[nodiscard]] Result<std::vector<ContextId>> SortByValue(const ContextSet& matches,
                                                         const std::function<uint64_t(ContextId)>& value_of,
                                                         JobControl* job = nullptr);

}  // namespace ringscope
