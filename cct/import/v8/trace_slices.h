#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cct/import/count_text.h"
#include "cct/import/importer.h"
#include "cct/import/v8/trace_samples.h"

namespace ringscope {

// Sorts items by number_of(item), a uint64_t; equal items keep their order. For many items it is several
// times as fast as comparing: a linear radix sort with a pass over 16 bytes per item for every 11 bits in
// which the numbers differ, which moves each item once. Needs the memory of the items again and 32 bytes per
// item. At most 2^32 - 1 items.
template <typename T, typename NumberOf>
void SortByNumber(std::vector<T>& items, NumberOf number_of) {
  constexpr size_t kFew = 512;
  if (items.size() < kFew) {
    std::stable_sort(items.begin(), items.end(),
                     [&](const T& a, const T& b) { return number_of(a) < number_of(b); });
    return;
  }
  struct Key {
    uint64_t number;
    uint32_t item;
  };
  constexpr uint32_t kBits = 11;
  uint64_t least = UINT64_MAX;
  uint64_t greatest = 0;
  for (const T& item : items) {
    least = std::min<uint64_t>(least, number_of(item));
    greatest = std::max<uint64_t>(greatest, number_of(item));
  }
  std::vector<Key> keys(items.size());
  std::vector<Key> sorted(items.size());
  for (size_t i = 0; i < items.size(); ++i) keys[i] = {number_of(items[i]) - least, static_cast<uint32_t>(i)};
  const auto width = static_cast<uint32_t>(std::bit_width(greatest - least));
  for (uint32_t shift = 0; shift < width; shift += kBits) {
    const auto digit = [&](const Key& key) { return (key.number >> shift) & ((1u << kBits) - 1); };
    std::array<size_t, (size_t{1} << kBits) + 1> next{};
    for (const Key& key : keys) ++next[digit(key) + 1];
    for (size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    for (const Key& key : keys) sorted[next[digit(key)]++] = key;
    std::swap(keys, sorted);
  }
  std::vector<T> moved;
  moved.reserve(items.size());
  for (const Key& key : keys) moved.push_back(items[key.item]);
  items = std::move(moved);
}

// The slices of a trace: stretches of time on a thread, some written as a begin and an end, some as a whole,
// in any order. They are collected, then nested by their times. Takes 32 bytes per event, and 40 per slice of
// the current thread while it is nested.
class TraceSlices {
 public:
  enum class Kind : uint8_t { kBegin, kEnd, kWhole };
  static constexpr FrameId kNoFrame = 0xffffffffu;

  TraceSlices(const ImportOptions& options, ImportReport& report)
      : max_depth_(options.max_stack_depth), report_(report) {}

  // Adds the begin or the end of a slice; an end without a frame ends the innermost open slice. Times are in
  // us. False past a limit: see error(). An event whose time is too large is skipped.
  [[nodiscard]] bool AddMoment(Kind kind, uint32_t thread, FrameId frame, const DecimalCount& at_us,
                               uint64_t offset);
  [[nodiscard]] bool AddWhole(uint32_t thread, FrameId frame, const DecimalCount& at_us,
                              const DecimalCount& length_us, uint64_t offset);

  // Adds the contexts of all events so far, with their self time in ns and their number of slices, to a
  // builder that has their frames. Later calls with other builders may add more events. n log n. Errors:
  // kLimit (a stack too deep), kCancelled.
  [[nodiscard]] Result<void> AddTo(CctBuilder& builder, const TraceThreads& threads, MetricIndex time,
                                   MetricIndex count, JobControl& job);
  // Notes what the last AddTo() had to repair.
  void AddNotes();
  [[nodiscard]] bool empty() const { return events_.empty(); }
  // Whether some slice in the last AddTo() took time.
  [[nodiscard]] bool has_time() const { return found_.time; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Event {
    int64_t at_ns;
    int64_t end_ns;  // kWhole: its end; else at_ns
    uint32_t thread;
    FrameId frame;
    uint32_t order;  // in the file
    Kind kind;
  };
  struct Slice {
    int64_t begin_ns, end_ns;
    FrameId frame;
    uint32_t begin_order, end_order;  // of its events; equal for a whole one
    bool paired;
    bool is_tail =
        false;  // the piece of a slice after the end of those around it; has time, but is not counted
  };
  // A begun slice. An ended one stays while a slice inside it is open.
  struct OpenSlice {
    int64_t begin_ns;
    FrameId frame;
    uint32_t order;
    uint32_t below;                       // the one of the same frame that began before, or kNoIndex
    int64_t outer_end_ns = kNoTime;       // when the first slice around it ended
    uint32_t outer_end_order = kNoOrder;  // of the event that ended that slice
    bool ended = false;
  };
  // An open slice, and the time that slices inside it cover so far.
  struct Level {
    Slice slice;
    BuildNode node;
    int64_t covered_ns;
  };
  static constexpr uint32_t kNoIndex = 0xffffffffu;
  static constexpr uint32_t kNoOrder = 0xffffffffu;
  static constexpr int64_t kNoTime = INT64_MAX;

  [[nodiscard]] bool Add(Event event, uint64_t offset);
  void Pair(std::span<const Event> events);
  void SortSlices();
  void CloseSlice(const Event& end);
  void CloseRest(int64_t last_ns);
  void CutAtOuterEnds(Slice& slice);
  [[nodiscard]] Result<void> Nest(CctBuilder& builder, BuildNode top, MetricIndex time, MetricIndex count,
                                  JobControl& job);
  [[nodiscard]] static bool Holds(const Slice& outer, const Slice& inner);
  [[nodiscard]] static bool IsOutside(const Slice& a, const Slice& b);
  [[nodiscard]] static bool IsInside(const Slice& a, const Slice& b);

  uint64_t max_depth_;
  ImportReport& report_;
  std::vector<Event> events_;

  // The findings of the last AddTo().
  struct Found {
    uint64_t not_open_count = 0, not_closed_count = 0, open_at_end_count = 0, cut_count = 0;
    uint64_t moved_ns = 0;    // of slices that outlast those around them: put beside these
    uint64_t covered_ns = 0;  // and counted only for those around
    bool time = false;
  };
  Found found_;

  // Of the current thread.
  std::vector<Event> pairs_;  // its begins and ends
  std::vector<Slice> slices_;
  std::vector<OpenSlice> open_;
  std::vector<uint32_t> last_open_;  // by frame: the one in open_ that began last, or kNoIndex
  std::vector<uint32_t> held_;       // indices in open_: no slice around these has ended
  std::vector<Level> levels_;
  std::vector<Slice> tails_;  // a heap, the next one in front

  uint64_t rounded_count_ = 0, polled_ = 0;
  std::optional<Error> error_;
};

}  // namespace ringscope
