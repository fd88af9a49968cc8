#include "cct/import/v8/trace_slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "cct/base/bounded_sum.h"
#include "cct/base/text/number_text.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

// 8 GiB of events.
constexpr size_t kMaxSliceEvents = size_t{1} << 28;

// Differences of times below this fit an int64_t.
constexpr int64_t kTimeBound = int64_t{1} << 62;

constexpr uint32_t kSliceNsDecimals = 3;  // of a us

// Makes times positive without changing their order.
constexpr uint64_t kBias = uint64_t{1} << 63;

// A time, rounded to the nearest ns.
struct Nanoseconds {
  int64_t value = 0;
  bool rounded = false;
};

std::optional<Nanoseconds> InNs(const DecimalCount& us) {
  Nanoseconds ns;
  ns.rounded = us.rounded;
  uint64_t value = 0;
  if (us.too_large) return std::nullopt;
  if (us.decimals > kSliceNsDecimals) {
    const uint64_t divisor = PowerOfTen(us.decimals - kSliceNsDecimals);
    value = us.mantissa / divisor;
    if (us.mantissa % divisor >= divisor / 2) ++value;
    ns.rounded = true;
  } else {
    const std::optional<uint64_t> scaled = ScaledCount(us, kSliceNsDecimals);
    if (!scaled) return std::nullopt;
    value = *scaled;
  }
  if (value >= static_cast<uint64_t>(kTimeBound)) return std::nullopt;
  ns.value = us.negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
  return ns;
}

}  // namespace

bool TraceSlices::Add(Event event, uint64_t offset) {
  if (events_.size() >= kMaxSliceEvents) {
    error_ = Error{ErrorCode::kLimit, TooMany(kMaxSliceEvents, "events of slices"), offset};
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

bool TraceSlices::AddWhole(uint32_t thread, FrameId frame, const DecimalCount& at_us,
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
  if (!std::ranges::is_sorted(events_, {}, &Event::thread))
    std::ranges::sort(events_, {}, [](const Event& event) { return std::pair(event.thread, event.order); });
  last_open_.assign(builder.frame_count(), kNoIndex);
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

// Makes slices of the events of a thread, which must be in the file's order.
void TraceSlices::Pair(std::span<const Event> events) {
  slices_.clear();
  pairs_.clear();
  open_.clear();
  held_.clear();
  int64_t last_ns = events.front().at_ns;
  for (const Event& event : events) {
    last_ns = std::max(last_ns, event.end_ns);
    if (event.kind == Kind::kWhole)
      slices_.push_back({event.at_ns, event.end_ns, event.frame, event.order, event.order, false});
    else
      pairs_.push_back(event);
  }
  // Most files are in order.
  if (!std::ranges::is_sorted(pairs_, {}, &Event::at_ns)) std::ranges::stable_sort(pairs_, {}, &Event::at_ns);
  for (const Event& event : pairs_) {
    if (event.kind == Kind::kBegin) {
      const auto index = static_cast<uint32_t>(open_.size());
      open_.push_back({event.at_ns, event.frame, event.order, std::exchange(last_open_[event.frame], index)});
      held_.push_back(index);
    } else {
      CloseSlice(event);
    }
  }
  CloseRest(last_ns);
}

// Ends a slice at its end event. Slices inside it stay open: mostly they have end events of their own.
void TraceSlices::CloseSlice(const Event& end) {
  uint32_t found = kNoIndex;
  if (end.frame != kNoFrame) {
    uint32_t& last = last_open_[end.frame];
    while (last != kNoIndex && open_[last].ended) last = open_[last].below;
    found = last;
  } else if (!open_.empty()) {
    // If a slice around the innermost one has ended, the end event of the innermost one is missing.
    const bool is_missed =
        open_.back().outer_end_ns != kNoTime && open_.back().outer_end_ns > open_.back().begin_ns;
    found = is_missed && !held_.empty() ? held_.back() : static_cast<uint32_t>(open_.size() - 1);
  }
  if (found == kNoIndex) {
    ++found_.not_open_count;
    return;
  }
  for (; !held_.empty() && held_.back() >= found; held_.pop_back()) {
    OpenSlice& inner = open_[held_.back()];
    inner.outer_end_ns = end.at_ns;
    inner.outer_end_order = end.order;
  }
  OpenSlice& open = open_[found];
  open.ended = true;
  slices_.push_back({open.begin_ns, end.at_ns, open.frame, open.order, end.order, true});
  for (; !open_.empty() && open_.back().ended; open_.pop_back()) {
    uint32_t& last = last_open_[open_.back().frame];
    if (last + 1 == open_.size()) last = open_.back().below;
  }
}

// Ends the slices without an end event.
void TraceSlices::CloseRest(int64_t last_ns) {
  for (const OpenSlice& open : open_) {
    last_open_[open.frame] = kNoIndex;
    if (open.ended) continue;
    // A slice that begins at the end of the one around it lies after that one.
    const bool inside = open.outer_end_ns != kNoTime && open.outer_end_ns > open.begin_ns;
    ++(inside ? found_.not_closed_count : found_.open_at_end_count);
    slices_.push_back({open.begin_ns, inside ? open.outer_end_ns : last_ns, open.frame, open.order,
                       inside ? open.outer_end_order : kNoOrder, true});
  }
}

// Whether `inner`, which begins no earlier than `outer`, begins inside `outer`.
bool TraceSlices::Holds(const Slice& outer, const Slice& inner) {
  if (inner.begin_ns < outer.end_ns) return true;
  // For a slice without length at the end of `outer`, only the order of the events tells.
  return inner.begin_ns == outer.end_ns && inner.end_ns == inner.begin_ns && outer.paired &&
         outer.begin_order < inner.begin_order && inner.begin_order < outer.end_order;
}

// Of slices that begin together the longest is outside.
bool TraceSlices::IsOutside(const Slice& a, const Slice& b) {
  return std::tie(a.begin_ns, b.end_ns, a.begin_order) < std::tie(b.begin_ns, a.end_ns, b.begin_order);
}

bool TraceSlices::IsInside(const Slice& a, const Slice& b) { return IsOutside(b, a); }

void TraceSlices::SortSlices() {
  if (!std::ranges::is_sorted(slices_, {}, &Slice::begin_ns))
    SortByNumber(slices_, [](const Slice& slice) { return static_cast<uint64_t>(slice.begin_ns) + kBias; });
  for (auto begin = slices_.begin(); begin != slices_.end();) {
    auto end = begin + 1;
    while (end != slices_.end() && end->begin_ns == begin->begin_ns) ++end;
    if (end - begin > 1) std::sort(begin, end, IsOutside);
    begin = end;
  }
}

// Cuts a slice that outlasts slices around it: it ends with the innermost of these. The time after the end of
// the outermost of these becomes a second slice (the tail) beside that one. The time between counts only for
// the slices around, so a slice never has more than two pieces.
void TraceSlices::CutAtOuterEnds(Slice& slice) {
  if (levels_.empty() || slice.end_ns <= levels_.back().slice.end_ns) return;
  // Inner levels end first.
  const auto outermost = std::partition_point(
      levels_.begin(), levels_.end(), [&](const Level& level) { return level.slice.end_ns >= slice.end_ns; });
  Slice tail = slice;
  tail.begin_ns = outermost->slice.end_ns;
  tail.is_tail = true;
  slice.end_ns = levels_.back().slice.end_ns;
  found_.cut_count += slice.is_tail ? 0 : 1;
  found_.moved_ns = BoundedSum(found_.moved_ns, static_cast<uint64_t>(tail.end_ns - tail.begin_ns));
  found_.covered_ns = BoundedSum(found_.covered_ns, static_cast<uint64_t>(tail.begin_ns - slice.end_ns));
  tails_.push_back(tail);
  std::push_heap(tails_.begin(), tails_.end(), IsInside);
}

Result<void> TraceSlices::Nest(CctBuilder& builder, BuildNode top, MetricIndex time, MetricIndex count,
                               JobControl& job) {
  SortSlices();
  levels_.clear();
  tails_.clear();
  const auto close = [&] {
    const Level& level = levels_.back();
    const int64_t length = level.slice.end_ns - level.slice.begin_ns;
    builder.AddSelf(level.node, time, static_cast<uint64_t>(length - level.covered_ns));
    if (!level.slice.is_tail) builder.AddSelf(level.node, count, 1);
    found_.time |= length > 0;
    levels_.pop_back();
  };
  for (auto next = slices_.begin(); next != slices_.end() || !tails_.empty();) {
    if ((++polled_ & 0xffff) == 0 && job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    Slice slice;
    if (!tails_.empty() && (next == slices_.end() || IsOutside(tails_.front(), *next))) {
      std::pop_heap(tails_.begin(), tails_.end(), IsInside);
      slice = tails_.back();
      tails_.pop_back();
    } else {
      slice = *next++;
    }
    while (!levels_.empty() && !Holds(levels_.back().slice, slice)) close();
    CutAtOuterEnds(slice);
    BuildNode outer = top;
    if (!levels_.empty()) {
      levels_.back().covered_ns += slice.end_ns - slice.begin_ns;
      outer = levels_.back().node;
    }
    if (levels_.size() >= max_depth_) {
      return Fail(ErrorCode::kLimit, "expected stacks of at most {} slices, found a deeper one", max_depth_);
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
  if (found_.cut_count > 0) {
    std::string what = fmt::format("ending after an outer slice: {} are shown beside the outer slice",
                                   ValueText(found_.moved_ns, "ns", 1));
    if (found_.covered_ns > 0) {
      what += fmt::format(", {} count only for outer slices", ValueText(found_.covered_ns, "ns", 1));
    }
    NoteCount(report_, found_.cut_count, "slice", what + ".");
  }
  NoteCount(report_, rounded_count_, "time", "with more than 3 decimals: rounded to ns.");
}

}  // namespace ringscope
