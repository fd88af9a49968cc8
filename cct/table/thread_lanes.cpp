#include "cct/table/thread_lanes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cct/base/system/workers.h"
#include "cct/query/sets/context_set.h"
#include "cct/tree/building/index_table.h"

namespace ringscope {
namespace {

constexpr std::string_view kStatePrefix = "state: ";
constexpr uint64_t kStepsBetweenPolls = uint64_t{1} << 16;

// Gives the callees of contexts in ascending order, each once: a damaged file may list it below many.
class CalleesOnce {
 public:
  explicit CalleesOnce(const Cct& tree) : tree_(tree) {}
  [[nodiscard]] ContextRange Of(ContextId context) {
    ContextRange callees = tree_.ChildrenOf(context);
    callees.begin = std::max(callees.begin, next_);
    callees.end = std::max(callees.begin, callees.end);
    next_ = callees.end;
    return callees;
  }

 private:
  const Cct& tree_;
  ContextId next_ = 0;
};

// A thread or process, identified by its frame and by the one above it.
struct FoundThread {
  uint32_t above = kNoLane;  // an index of ThreadsOfContexts::found
  FrameId frame = 0;
  ContextId context = kRootContext;
  bool is_thread = true;  // false for a process whose threads are known: it has no samples of its own
  ThreadLane lane;
};

// Per context an index of `found`: the innermost thread at or above it. The first entry is no thread.
struct ThreadsOfContexts {
  std::vector<FoundThread> found{FoundThread{}};
  std::vector<uint32_t> of_context;
};

Result<ThreadsOfContexts> FindThreads(const Cct& tree, const JobControl* job) {
  ThreadsOfContexts threads;
  threads.of_context.assign(tree.context_count(), 0);
  const FrameTable& frames = tree.frames();
  // One answer per frame, as reading a frame for each context would be slow.
  std::vector<uint8_t> is_thread(frames.size());
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const Frame its = frames[frame];
    is_thread[frame] = IsThread(its.kind) && !IsThreadState(its);
  }
  std::map<std::pair<uint32_t, FrameId>, uint32_t> number;
  CalleesOnce callees_once(tree);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (context % kStepsBetweenPolls == 0 && IsCancelled(job)) return FailCancelled();
    // A caller comes before its callees, so its thread is already known.
    uint32_t own = threads.of_context[context];
    const FrameId frame = tree.FrameOf(context);
    if (context != kRootContext && frame < is_thread.size() && is_thread[frame] != 0) {
      const auto [entry, is_new] =
          number.try_emplace({own, frame}, static_cast<uint32_t>(threads.found.size()));
      if (is_new) threads.found.push_back({own, frame, context, true, {}});
      own = entry->second;
      threads.of_context[context] = own;
    }
    const ContextRange callees = callees_once.Of(context);
    std::fill(threads.of_context.begin() + callees.begin, threads.of_context.begin() + callees.end, own);
  }
  return threads;
}

// Sums by a sparse key, which are cleared all at once.
class LaneSums {
 public:
  struct Sum {
    uint64_t key = 0, value = 0, samples = 0, lit = 0;
  };
  void Add(uint64_t key, uint64_t value, bool is_lit) {
    const uint64_t hash = (key ^ key >> 32) * 0x9e3779b97f4a7c15ull;
    IndexTable::Slot& slot = table_.Find(hash, [&](uint32_t sum) { return sums_[sum].key == key; });
    const uint32_t at = slot.index != IndexTable::kNone ? slot.index : static_cast<uint32_t>(sums_.size());
    if (at == sums_.size()) {
      sums_.push_back({key, 0, 0, 0});
      table_.Fill(slot, hash, at);
    }
    Sum& sum = sums_[at];
    sum.value += value;
    ++sum.samples;
    if (is_lit) sum.lit += value;
  }
  [[nodiscard]] const std::vector<Sum>& sums() const { return sums_; }
  void Clear() {
    if (!sums_.empty()) table_.Clear();
    sums_.clear();
  }

 private:
  std::vector<Sum> sums_;
  IndexTable table_;  // of `sums_`
};

// The row and the group that the samples of a context count for.
struct Place {
  uint32_t row = kNoLane;
  uint32_t group = kNoGroup;
};

// By context. With by_state, the nearest state at or above a context is its group.
Result<std::vector<Place>> PlacesOf(const Cct& tree, const ThreadLanes& lanes, const SliceRequest& request,
                                    const JobControl* job) {
  std::vector<Place> places(tree.context_count());
  std::vector<uint32_t> state_of_frame;
  if (request.by_state) {
    state_of_frame.assign(tree.frames().size(), kNoGroup);
    for (size_t k = 0; k < lanes.states.size(); ++k)
      state_of_frame[lanes.states[k]] = static_cast<uint32_t>(k);
  }
  CalleesOnce callees_once(tree);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (context % kStepsBetweenPolls == 0 && IsCancelled(job)) return FailCancelled();
    const FrameId frame = tree.FrameOf(context);
    Place& place = places[context];
    if (request.by_state) {
      if (frame < state_of_frame.size() && state_of_frame[frame] != kNoGroup)
        place.group = state_of_frame[frame];
      const ContextRange callees = callees_once.Of(context);
      for (ContextId callee = callees.begin; callee < callees.end; ++callee)
        places[callee].group = place.group;
    } else if (context != kRootContext && frame < request.group_of_frame.size()) {
      place.group = request.group_of_frame[frame];
    }
    const uint32_t lane = lanes.lane_of[context];
    place.row = lane == kNoLane ? kNoLane : std::min(lane, request.own_rows);
  }
  return places;
}

}  // namespace

bool IsThreadState(const Frame& frame) {
  return frame.kind == FrameKind::kThread && frame.name.starts_with(kStatePrefix);
}
std::string_view ThreadStateName(std::string_view frame_name) {
  return frame_name.starts_with(kStatePrefix) ? frame_name.substr(kStatePrefix.size()) : frame_name;
}

Result<ThreadLanes> FindThreadLanes(const Cct& tree, MetricIndex metric, JobControl* job, uint64_t begin_ns,
                                    uint64_t end_ns) {
  ThreadLanes lanes;
  lanes.metric = metric;
  lanes.begin_ns = begin_ns;
  lanes.end_ns = end_ns;
  lanes.span_ns = std::max(tree.time_span_ns(), tree.time_span_ns() + 1);
  lanes.lane_of.assign(tree.context_count(), kNoLane);
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    if (IsThreadState(tree.frames()[frame])) lanes.states.push_back(frame);
  }
  RINGSCOPE_ASSIGN(ThreadsOfContexts threads, FindThreads(tree, job));
  std::vector<FoundThread>& found = threads.found;
  for (size_t k = 1; k < found.size(); ++k) found[found[k].above].is_thread = false;
  found[0].is_thread = false;

  for (size_t s = 0; s < tree.sample_series().size(); ++s) {
    const SampleSeries& series = tree.sample_series()[s];
    for (size_t m = 0; m < series.metrics.size(); ++m) {
      const SampleMetric& measured = series.metrics[m];
      if (measured.metric != metric) continue;
      lanes.series = s;
      lanes.measured = m;
      const SampleRange within = series.Between(begin_ns, end_ns);
      for (uint64_t sample = within.begin; sample < within.end; ++sample) {
        if (sample % kStepsBetweenPolls == 0 && IsCancelled(job)) return FailCancelled();
        const uint32_t context = series.context[sample];
        if (context >= threads.of_context.size()) continue;
        ThreadLane& lane = found[threads.of_context[context]].lane;
        const uint64_t time_ns = series.time_ns[sample];
        if (lane.samples++ == 0) lane.first_ns = time_ns;
        lane.last_ns = time_ns;
        lane.value += measured.ValueOf(sample);
      }
    }
  }

  std::vector<uint32_t> order;
  for (uint32_t k = 0; k < found.size(); ++k) {
    if (found[k].lane.samples > 0)
      order.push_back(k);
    else if (found[k].is_thread)
      ++lanes.without_samples;
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const ThreadLane &one = found[a].lane, &other = found[b].lane;
    if (one.value != other.value) return one.value > other.value;
    if (one.samples != other.samples) return one.samples > other.samples;
    return a < b;
  });
  std::vector<uint32_t> lane_of_found(found.size(), kNoLane);
  for (const uint32_t k : order) {
    lane_of_found[k] = static_cast<uint32_t>(lanes.lanes.size());
    ThreadLane& lane = lanes.lanes.emplace_back(found[k].lane);
    lane.context = found[k].context;
    if (lane.samples > lanes.lanes[lanes.busiest].samples) lanes.busiest = lanes.lanes.size() - 1;
    for (uint32_t at = k; at != 0; at = found[at].above) lane.frames.push_back(found[at].frame);
    std::reverse(lane.frames.begin(), lane.frames.end());
  }
  for (ContextId context = 0; context < tree.context_count(); ++context)
    lanes.lane_of[context] = lane_of_found[threads.of_context[context]];
  return lanes;
}

Result<std::vector<bool>> ContextsWithin(const Cct& tree, Frame function, JobControl* job) {
  std::vector<bool> frames(tree.frames().size(), false);
  for (FrameId id = 0; id < frames.size(); ++id) {
    if (id % kStepsBetweenPolls == 0 && IsCancelled(job)) return FailCancelled();
    const Frame frame = tree.frames()[id];
    function.kind = frame.kind;
    frames[id] = frame == function;
  }
  std::vector<bool> within(tree.context_count(), false);
  CalleesOnce callees_once(tree);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (context % kStepsBetweenPolls == 0 && IsCancelled(job)) return FailCancelled();
    const FrameId frame = tree.FrameOf(context);
    if (context != kRootContext && frame < frames.size() && frames[frame]) within[context] = true;
    const ContextRange callees = callees_once.Of(context);
    if (!within[context]) continue;
    std::fill(within.begin() + callees.begin, within.begin() + callees.end, true);
  }
  return within;
}

uint64_t ThreadSlices::BeginOf(uint32_t slice) const {
  __extension__ using Wide = unsigned __int128;
  const Wide at = static_cast<Wide>(slice_ns) * slice + begin_ns;
  const uint64_t begin = at >= SampleSeries::kNoEnd ? SampleSeries::kNoEnd : static_cast<uint64_t>(at);
  return std::min(std::max(begin, first_ns), until_ns);
}

Result<ThreadSlices> SliceThreads(const Cct& tree, const ThreadLanes& lanes, const SliceRequest& request,
                                  JobControl* job) {
  ThreadSlices made;
  made.begin_ns = request.begin_ns;
  made.slice_ns = std::max<uint64_t>(request.slice_ns, 1);
  made.slices = request.slices;
  made.first_ns = lanes.begin_ns;
  made.until_ns = lanes.end_ns;
  const auto lane_count = static_cast<uint32_t>(lanes.lanes.size());
  made.rows = std::min(lane_count, request.own_rows) + (lane_count > request.own_rows ? 1 : 0);
  made.cells.resize(size_t{made.rows} * made.slices);
  if (made.cells.empty() || lanes.series >= tree.sample_series().size()) return made;
  const SampleSeries& series = tree.sample_series()[lanes.series];
  const SampleMetric& measured = series.metrics[lanes.measured];
  RINGSCOPE_ASSIGN(const std::vector<Place> places, PlacesOf(tree, lanes, request, job));

  const auto work_on = [&](uint32_t first, uint32_t end) {
    LaneSums sums;
    uint64_t sample = series.Between(made.BeginOf(first), SampleSeries::kNoEnd).begin;
    for (uint32_t slice = first; slice < end; ++slice) {
      sums.Clear();
      const uint64_t sample_end = series.Between(made.BeginOf(slice), made.BeginOf(slice + 1)).end;
      while (sample < sample_end) {
        if (IsCancelled(job)) return;
        const std::span<const uint32_t> contexts =
            series.context.Contiguous(sample, std::min(sample_end, sample + kStepsBetweenPolls));
        for (size_t k = 0; k < contexts.size(); ++k) {
          const uint32_t context = contexts[k];
          if (context >= places.size() || places[context].row == kNoLane) continue;
          sums.Add(uint64_t{places[context].row} << 32 | places[context].group, measured.ValueOf(sample + k),
                   request.lit != nullptr && (*request.lit)[context]);
        }
        sample += contexts.size();
      }
      for (const LaneSums::Sum& sum : sums.sums()) {
        ThreadSlice& cell = made.cells[(sum.key >> 32) * made.slices + slice];
        const auto group = static_cast<uint32_t>(sum.key);
        const bool is_first = cell.samples == 0;
        cell.value += sum.value;
        cell.samples += sum.samples;
        cell.lit_value += sum.lit;
        if (!is_first && (sum.value < cell.top_value || (sum.value == cell.top_value && group >= cell.top)))
          continue;
        cell.top_value = sum.value;
        cell.top = group;
      }
    }
  };
  // A task has a fixed number of slices, whatever samples these have: threads take the next task when idle.
  constexpr uint64_t kWorkAThread = uint64_t{1} << 18;
  constexpr uint32_t kSlicesATask = 32;
  const uint64_t samples = series.Between(made.BeginOf(0), made.BeginOf(made.slices)).size();
  const uint32_t tasks = (made.slices + kSlicesATask - 1) / kSlicesATask;
  RunTasks(tasks, ThreadsWorth(samples, kWorkAThread, tasks), [&](uint32_t task) {
    work_on(task * kSlicesATask, std::min(made.slices, (task + 1) * kSlicesATask));
  });
  if (IsCancelled(job)) return FailCancelled();
  return made;
}

}  // namespace ringscope
