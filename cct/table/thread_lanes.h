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

// The activity of the threads of a profile over time, from its samples with times.

inline constexpr uint32_t kNoLane = 0xffffffffu;

// Whether a frame of kind kThread names a state of its thread instead of the thread: "state: STATE_SLEEPING",
// the ring that `--labels state` makes.
[[nodiscard]] bool IsThreadState(const Frame& frame);
// The state in the name of such a frame: "STATE_SLEEPING".
[[nodiscard]] std::string_view ThreadStateName(std::string_view frame_name);

// The samples of one thread that measure a metric.
struct ThreadLane {
  std::vector<FrameId> frames;         // process and thread, outermost first; empty: samples of no thread
  ContextId context = kRootContext;    // the first context of the last frame
  uint64_t samples = 0, value = 0;     // the sum is modulo 2^64 in a damaged file
  uint64_t first_ns = 0, last_ns = 0;  // times of its first and last sample
};

struct ThreadLanes {
  MetricIndex metric = 0;
  size_t series = 0, measured = 0;  // indices of the tree's sample_series(), and of the metric in that
  uint64_t span_ns = 1;             // from the first sample of the profile until behind the last
  // Only samples in this range of time count; its end is excluded, except kNoEnd, which includes all.
  uint64_t begin_ns = 0, end_ns = SampleSeries::kNoEnd;
  std::vector<ThreadLane> lanes;  // the threads with samples; the largest value first
  uint64_t without_samples = 0;   // how many threads have no samples of this metric
  std::vector<uint32_t> lane_of;  // by context; kNoLane if its thread has no samples
  std::vector<FrameId> states;    // the frames that are states (IsThreadState), ascending; mostly empty
  size_t busiest = 0;             // the lane with the most samples
  [[nodiscard]] bool empty() const { return lanes.empty(); }
};

// A thread is identified by its frame and those of its processes, wherever in the stack they are. The result
// is empty if no series measures the metric. Only samples from `begin_ns` until before `end_ns` count.
// O(contexts + samples). Errors: kCancelled.
[[nodiscard]] Result<ThreadLanes> FindThreadLanes(const Cct& tree, MetricIndex metric,
                                                  JobControl* job = nullptr, uint64_t begin_ns = 0,
                                                  uint64_t end_ns = SampleSeries::kNoEnd);

// By context: whether it is one of a function, or below one. `function` may come from another tree: all its
// fields but the kind are compared. O(contexts). Errors: kCancelled.
[[nodiscard]] Result<std::vector<bool>> ContextsWithin(const Cct& tree, Frame function,
                                                       JobControl* job = nullptr);

// The slices of time to compute.
struct SliceRequest {
  uint64_t begin_ns = 0, slice_ns = 1;  // slice_ns is at least 1
  uint32_t slices = 0;
  // The first `own_rows` lanes have a row each; all others share one more.
  uint32_t own_rows = 0;
  // Per frame the group that samples with this frame on top count for; kNoGroup if unknown.
  std::span<const uint32_t> group_of_frame;
  bool by_state = false;                   // groups are indices of ThreadLanes::states instead
  const std::vector<bool>* lit = nullptr;  // by context: what counts for lit_value; null: nothing
};

// The samples of one row in a slice of time.
struct ThreadSlice {
  uint64_t value = 0;  // of all its samples
  uint64_t samples = 0;
  uint64_t top_value = 0;  // of the group with the largest value
  uint64_t lit_value = 0;
  uint32_t top = kNoGroup;  // that group, the first of equals; kNoGroup also without samples
  friend bool operator==(const ThreadSlice&, const ThreadSlice&) = default;
};

struct ThreadSlices {
  uint64_t begin_ns = 0, slice_ns = 1;
  uint32_t slices = 0, rows = 0;
  uint64_t first_ns = 0, until_ns = SampleSeries::kNoEnd;  // begin_ns and end_ns of the lanes
  std::vector<ThreadSlice> cells;                          // row by row
  // The begin of a slice, which is the end of the one before; clamped to first_ns and until_ns.
  [[nodiscard]] uint64_t BeginOf(uint32_t slice) const;
  [[nodiscard]] const ThreadSlice& At(uint32_t row, uint32_t slice) const {
    return cells[size_t{row} * slices + slice];
  }
};

// Adds up the samples of the lanes by slice. O(contexts + samples in the slices + cells), on as many threads
// as the samples are worth. Errors: kCancelled.
[[nodiscard]] Result<ThreadSlices> SliceThreads(const Cct& tree, const ThreadLanes& lanes,
                                                const SliceRequest& request, JobControl* job = nullptr);

}  // namespace ringscope
