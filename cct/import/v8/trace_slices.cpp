#include "cct/import/v8/trace_slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cct/import/limit_texts.h"
#include "cct/import/radix_sort.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

// 8 GiB of events.
constexpr size_t kMaxEvents = size_t{1} << 28;

// Differences of times below it fit.
constexpr int64_t kTimeBound = int64_t{1} << 62;

// A few begun slices may be lifted out of one that ends as they begin.
constexpr size_t kMaxLifted = 64;

constexpr uint32_t kNsDecimals = 3;  // of a us

// Makes times positive without changing their order.
constexpr uint64_t kBias = uint64_t{1} << 63;

// In ns, to the nearest.
struct Nanoseconds {
  int64_t value = 0;
  bool rounded = false;
};

std::optional<Nanoseconds> InNs(const DecimalCount& us) {
  Nanoseconds ns;
  ns.rounded = us.rounded;
  uint64_t value = 0;
  if (us.too_large) return std::nullopt;
  if (us.decimals > kNsDecimals) {
    const uint64_t divisor = PowerOfTen(us.decimals - kNsDecimals);
    value = us.mantissa / divisor;
    if (us.mantissa % divisor >= divisor / 2) ++value;
    ns.rounded = true;
  } else {
    const std::optional<uint64_t> scaled = ScaledCount(us, kNsDecimals);
    if (!scaled) return std::nullopt;
    value = *scaled;
  }
  if (value >= static_cast<uint64_t>(kTimeBound)) return std::nullopt;
  ns.value = us.negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
  return ns;
}

}  // namespace

TraceSlices::TraceSlices(const ImportOptions& options, ImportReport& report)
    : max_depth_(options.max_stack_depth), report_(report) {}

bool TraceSlices::Add(Event event, uint64_t offset) {
  if (events_.size() >= kMaxEvents) {
    error_ = Error{ErrorCode::kLimit, TooMany(kMaxEvents, "events of slices"), offset, {}, {}};
    return false;
  }
  event.order = static_cast<uint32_t>(events_.size());
  events_.push_back(event);
  return true;
}

bool TraceSlices::AddMoment(Kind kind, uint32_t thread, FrameId frame, const DecimalCount& at_us,
                            uint64_t offset) {
  const std::optional<Nanoseconds> at = InNs(at_us);
  if (!at) {
    report_.Skip("a time of 2^62 ns or more", offset);
    return true;
  }
  rounded_count_ += at->rounded ? 1 : 0;
  if (kind == Kind::kBegin) ++report_.record_count;
  return Add({at->value, at->value, thread, frame, 0, kind}, offset);
}

bool TraceSlices::Begin(uint32_t thread, FrameId frame, const DecimalCount& at_us, uint64_t offset) {
  return AddMoment(Kind::kBegin, thread, frame, at_us, offset);
}

bool TraceSlices::End(uint32_t thread, std::optional<FrameId> frame, const DecimalCount& at_us,
                      uint64_t offset) {
  return AddMoment(Kind::kEnd, thread, frame.value_or(kNoFrame), at_us, offset);
}

bool TraceSlices::Whole(uint32_t thread, FrameId frame, const DecimalCount& at_us,
                        const DecimalCount& length_us, uint64_t offset) {
  const std::optional<Nanoseconds> at = InNs(at_us);
  const std::optional<Nanoseconds> length = InNs(length_us);
  if (!at || !length || at->value >= kTimeBound - std::max<int64_t>(length->value, 0)) {
    report_.Skip("a time of 2^62 ns or more", offset);
    return true;
  }
  if (length->value < 0) {
    report_.Skip("a slice with a negative duration", offset);
    return true;
  }
  rounded_count_ += at->rounded || length->rounded ? 1 : 0;
  ++report_.record_count;
  return Add({at->value, at->value + length->value, thread, frame, 0, Kind::kWhole}, offset);
}

Result<void> TraceSlices::AddTo(CctBuilder& builder, const TraceThreads& threads, MetricIndex time,
                                MetricIndex count, JobControl& job) {
  found_ = {};
  const auto of_earlier_thread = [](const Event& a, const Event& b) { return a.thread < b.thread; };
  if (!std::is_sorted(events_.begin(), events_.end(), of_earlier_thread)) {
    std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
      return std::tie(a.thread, a.order) < std::tie(b.thread, b.order);
    });
  }
  open_counts_.assign(builder.frame_count(), 0);
  for (auto begin = events_.begin(); begin != events_.end();) {
    const auto end =
        std::find_if(begin, events_.end(), [&](const Event& event) { return event.thread != begin->thread; });
    Pair({begin, end});
    RINGSCOPE_TRY(Nest(builder, threads.ContextOf(begin->thread), time, count, job));
    RINGSCOPE_TRY(builder.status());
    begin = end;
  }
  return {};
}

// Makes slices of the events of a thread, which are in the file's order.
void TraceSlices::Pair(std::span<const Event> events) {
  slices_.clear();
  pairs_.clear();
  open_.clear();
  closed_early_.clear();
  int64_t last_ns = events.front().at_ns;
  for (const Event& event : events) {
    last_ns = std::max(last_ns, event.end_ns);
    if (event.kind == Kind::kWhole)
      slices_.push_back({event.at_ns, event.end_ns, event.frame, event.order, event.order, false});
    else
      pairs_.push_back(event);
  }
  // Mostly they are in order.
  const auto earlier = [](const Event& a, const Event& b) { return a.at_ns < b.at_ns; };
  if (!std::is_sorted(pairs_.begin(), pairs_.end(), earlier))
    std::stable_sort(pairs_.begin(), pairs_.end(), earlier);
  for (const Event& event : pairs_) {
    if (event.kind == Kind::kBegin) {
      open_.push_back({event.at_ns, event.frame, event.order});
      ++open_counts_[event.frame];
    } else {
      CloseUpTo(event);
    }
  }
  found_.open_at_end_count += open_.size();
  for (const OpenSlice& open : open_) {
    open_counts_[open.frame] = 0;
    slices_.push_back({open.begin_ns, last_ns, open.frame, open.order, 0xffffffffu, true});
  }
}

void TraceSlices::CloseUpTo(const Event& end) {
  if (closed_early_ns_ != end.at_ns) closed_early_.clear();
  closed_early_ns_ = end.at_ns;
  const auto close = [&](const OpenSlice& open) {
    --open_counts_[open.frame];
    slices_.push_back({open.begin_ns, end.at_ns, open.frame, open.order, end.order, true});
  };
  if (end.frame == kNoFrame ? open_.empty() : open_counts_[end.frame] == 0) {
    // Ends of one time may come in any order: this may be that of a slice which had to be closed then.
    const auto early = closed_early_.find(end.frame);
    if (early == closed_early_.end() || early->second == 0) {
      ++found_.not_open_count;
    } else {
      --early->second;
      --found_.not_closed_count;
    }
    return;
  }
  size_t found = open_.size() - 1;
  while (end.frame != kNoFrame && open_[found].frame != end.frame) --found;
  const size_t inside = open_.size() - found - 1;
  const auto begins_now = [&](const OpenSlice& open) { return open.begin_ns == end.at_ns; };
  if (inside > 0 && inside <= kMaxLifted &&
      std::all_of(open_.begin() + static_cast<ptrdiff_t>(found) + 1, open_.end(), begins_now)) {
    // They begin as it ends: behind it, not in it.
    close(open_[found]);
    open_.erase(open_.begin() + static_cast<ptrdiff_t>(found));
    return;
  }
  while (open_.size() > found) {
    if (open_.size() - 1 > found) {
      ++found_.not_closed_count;
      ++closed_early_[open_.back().frame];
    }
    close(open_.back());
    open_.pop_back();
  }
}

// Whether `inner`, which begins no earlier, lies in `outer` (with its begin, at least).
bool TraceSlices::Holds(const Slice& outer, const Slice& inner) {
  if (inner.begin_ns < outer.end_ns) return true;
  // Of what takes no time at the end of the outer one, only the order of the events tells.
  return inner.begin_ns == outer.end_ns && inner.end_ns == inner.begin_ns && outer.paired &&
         outer.begin_order < inner.begin_order && inner.begin_order < outer.end_order;
}

// By their begin; of those that begin together the longest is outside.
void TraceSlices::SortSlices() {
  const auto earlier = [](const Slice& a, const Slice& b) { return a.begin_ns < b.begin_ns; };
  if (!std::is_sorted(slices_.begin(), slices_.end(), earlier))
    SortByNumber(slices_, [](const Slice& slice) { return static_cast<uint64_t>(slice.begin_ns) + kBias; });
  for (auto begin = slices_.begin(); begin != slices_.end();) {
    auto end = begin + 1;
    while (end != slices_.end() && end->begin_ns == begin->begin_ns) ++end;
    if (end - begin > 1) {
      std::sort(begin, end, [](const Slice& a, const Slice& b) {
        return std::tie(b.end_ns, a.begin_order) < std::tie(a.end_ns, b.begin_order);
      });
    }
    begin = end;
  }
}

Result<void> TraceSlices::Nest(CctBuilder& builder, BuildNode top, MetricIndex time, MetricIndex count,
                               JobControl& job) {
  SortSlices();
  levels_.clear();
  const auto close = [&] {
    const Level& level = levels_.back();
    const int64_t length = level.slice.end_ns - level.slice.begin_ns;
    builder.AddSelf(level.node, time, static_cast<uint64_t>(length - level.covered_ns));
    builder.AddSelf(level.node, count, 1);
    found_.time |= length > 0;
    levels_.pop_back();
  };
  for (Slice slice : slices_) {
    if ((++polled_ & 0xffff) == 0 && job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    while (!levels_.empty() && !Holds(levels_.back().slice, slice)) close();
    BuildNode outer = top;
    if (!levels_.empty()) {
      Level& level = levels_.back();
      if (slice.end_ns > level.slice.end_ns) {
        ++found_.cut_count;
        slice.end_ns = level.slice.end_ns;
      }
      level.covered_ns += slice.end_ns - slice.begin_ns;
      outer = level.node;
    }
    if (levels_.size() >= max_depth_) {
      return Fail(ErrorCode::kLimit,
                  fmt::format("expected stacks of at most {} slices, found a deeper one", max_depth_));
    }
    levels_.push_back({slice, builder.Child(outer, slice.frame), 0});
  }
  while (!levels_.empty()) close();
  return {};
}

void TraceSlices::AddNotes() {
  NoteCount(report_, found_.not_open_count, "event", "ended a slice that was not open: left out.");
  NoteCount(report_, found_.not_closed_count, "slice",
            "still open when one around it ended: ended with that.");
  NoteCount(report_, found_.open_at_end_count, "slice",
            "still open at the end: ended with the last event of the thread.");
  NoteCount(report_, found_.cut_count, "slice", "reaching beyond the one around it: cut off at its end.");
  NoteCount(report_, rounded_count_, "time", "with more than 3 decimals: rounded to ns.");
}

}  // namespace ringscope
