#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Which frames match a query: the input of everything that lights up or counts matches. Plain data.
struct FrameMatches {
  // One entry a frame (1 = matches) and a last one for frame ids outside the table: 0 but for queries that a
  // frame with no properties at all fulfils (`not foo`).
  std::vector<uint8_t> mask{0};
  uint32_t frame_count = 0;     // matching frames
  uint32_t function_count = 0;  // matching functions

  [[nodiscard]] bool contains(FrameId frame) const {
    return mask[frame < mask.size() ? frame : mask.size() - 1] != 0;
  }
  [[nodiscard]] bool empty() const { return frame_count == 0 && mask.back() == 0; }
};

// The frames whose name contains `query`, smart case. Letters outside ASCII are compared exactly. An empty
// query matches nothing. O(bytes of names): about 1 ms for 10,000 frames.
[[nodiscard]] FrameMatches MatchFrames(const FrameTable& frames, const FunctionIndex& functions,
                                       std::string_view query);

// What the matching contexts below a view root add up to, in one metric.
struct MatchTotals {
  uint64_t functions = 0;  // matching functions that occur there
  uint64_t contexts = 0;   // matching contexts
  uint64_t self = 0;       // sum of their self values
  uint64_t inclusive =
      0;  // sum of inclusive values; a match inside another match counts once, with the outer one
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

// MatchTotals::inclusive alone, for one run after the other of a chart. O(layers below the run + their length
// / 64), and about 100 ns a match.
[[nodiscard]] uint64_t InclusiveOfMatches(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                          MetricIndex metric);

// Of the matches in the subtrees of `roots` the `count` that cost most, in this order; equals in drawing
// order. O(layers below the run + their length / 64 + matches log count).
[[nodiscard]] std::vector<ContextId> DearestOf(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                               MetricIndex metric, CostKind kind, uint32_t count);

// Matches numbered from 0 in level order, so that a list of any length can show the rows in sight and no
// others. Immutable, thread-safe; the set and 1/16 of its size for the index.
class MatchList {
 public:
  MatchList() = default;
  // Of all members of `matches`; WithinSubtrees (relatives.h) restricts them to a view root. O(n / 64).
  explicit MatchList(ContextSet matches);

  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const ContextSet& matches() const { return matches_; }

  // The match of number `index`, which must be below size(). O(log n).
  [[nodiscard]] ContextId At(uint32_t index) const;
  // Matches before `context`; for a match that is its number. O(1).
  [[nodiscard]] uint32_t RankOf(ContextId context) const;
  // Matches in a run. O(1).
  [[nodiscard]] uint32_t CountIn(ContextRange run) const { return RankOf(run.end) - RankOf(run.begin); }

 private:
  ContextSet matches_;
  std::vector<uint32_t> before_block_;  // matches before each block of words, and a last one: all
  uint32_t size_ = 0;
};

// The members of `matches` by a value, largest first, equal ones in level order. O(members * bytes that the
// largest value has), 32 bytes a member while it works. Errors: kCancelled.
[[nodiscard]] Result<std::vector<ContextId>> SortByValue(const ContextSet& matches,
                                                         const std::function<uint64_t(ContextId)>& value_of,
                                                         JobControl* job = nullptr);

}  // namespace ringscope
