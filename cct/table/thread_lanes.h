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

// What the threads of a profile did when, from its samples with times.

inline constexpr uint32_t kNoLane = 0xffffffffu;

// A frame that tells what its thread was doing instead of which one it is: "state: STATE_SLEEPING", a ring
// that
// `--labels state` makes.
[[nodiscard]] bool IsThreadState(const Frame& frame);
// Its state alone: "STATE_SLEEPING".
[[nodiscard]] std::string_view ThreadStateName(std::string_view frame_name);

// The samples of one thread that measure a metric.
struct ThreadLane {
  std::vector<FrameId> frames;         // process and thread, from the outside; empty: samples of no thread
  ContextId context = kRootContext;    // the first context of the last one of them
  uint64_t samples = 0, value = 0;     // the sum is modulo 2^64 in a damaged file
  uint64_t first_ns = 0, last_ns = 0;  // of its samples
};

struct ThreadLanes {
  MetricIndex metric = 0;
  size_t series = 0, measured = 0;  // where in the tree's samples the metric is
  uint64_t span_ns = 1;             // from the first sample of the profile until behind the last
  // The part of the time that all of this is of; without an end samples at kNoEnd are in it too.
  uint64_t begin_ns = 0, end_ns = SampleSeries::kNoEnd;
  std::vector<ThreadLane> lanes;  // those with samples; the largest value first
  uint64_t without_samples = 0;   // threads that this metric has none of
  std::vector<uint32_t> lane_of;  // by context; kNoLane without samples
  std::vector<FrameId> states;    // of threads, in the order of the frames; mostly none
  size_t busiest = 0;             // the lane of most samples
  [[nodiscard]] bool empty() const { return lanes.empty(); }
};

// Threads are told apart by their frames and those of their processes, wherever in the stack these stand.
// Without a series that measures the metric there is none. Samples from `begin_ns` until before `end_ns`
// count alone. O(contexts + samples). Errors: kCancelled.
[[nodiscard]] Result<ThreadLanes> FindThreadLanes(const Cct& tree, MetricIndex metric,
                                                  JobControl* job = nullptr, uint64_t begin_ns = 0,
                                                  uint64_t end_ns = SampleSeries::kNoEnd);

// Contexts in and below those of a function, which may be one of another tree: of frames like this one, but
// of any kind. O(contexts). Errors: kCancelled.
[[nodiscard]] Result<std::vector<bool>> ContextsWithin(const Cct& tree, Frame function,
                                                       JobControl* job = nullptr);

// What slices of time are asked for.
struct SliceRequest {
  uint64_t begin_ns = 0, slice_ns = 1;  // at least 1
  uint32_t slices = 0;
  // So many lanes from the front have a row of their own; all others together are one more.
  uint32_t own_rows = 0;
  // What is counted together, by the frame that was on top; kNoGroup: nothing is known of it.
  std::span<const uint32_t> group_of_frame;
  bool by_state = false;                   // the number in ThreadLanes::states instead
  const std::vector<bool>* lit = nullptr;  // by context; null: nothing is lit
};

// What one thread did in a slice of time.
struct ThreadSlice {
  uint64_t value = 0;  // of all its samples
  uint64_t samples = 0;
  uint64_t top_value = 0;  // of the group of most value
  uint64_t lit_value = 0;
  uint32_t top = kNoGroup;  // of equal ones the first; kNoGroup also without samples
  friend bool operator==(const ThreadSlice&, const ThreadSlice&) = default;
};

struct ThreadSlices {
  uint64_t begin_ns = 0, slice_ns = 1;
  uint32_t slices = 0, rows = 0;
  uint64_t first_ns = 0, until_ns = SampleSeries::kNoEnd;  // of the lanes: what is outside does not count
  std::vector<ThreadSlice> cells;                          // row by row
  // Where a slice begins, and the one before ends. Times beyond the last number there is are that.
  [[nodiscard]] uint64_t BeginOf(uint32_t slice) const;
  [[nodiscard]] const ThreadSlice& At(uint32_t row, uint32_t slice) const {
    return cells[size_t{row} * slices + slice];
  }
};

// Of the samples that the lanes are of. O(contexts + samples in the slices + cells), on as many threads as
// are of use. Errors: kCancelled.
[[nodiscard]] Result<ThreadSlices> SliceThreads(const Cct& tree, const ThreadLanes& lanes,
                                                const SliceRequest& request, JobControl* job = nullptr);

}  // namespace ringscope
