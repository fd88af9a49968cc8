#pragma once

#include <cstdint>
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

// MatchTotals::inclusive alone, for one run after the other of a chart. O(layers below the run + their length / 64),
// and about 100 ns a match.
[[nodiscard]] uint64_t InclusiveOfMatches(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                          MetricIndex metric);

}  // namespace ringscope
