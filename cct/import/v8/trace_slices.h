#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/builder.h"
#include "cct/import/count_text.h"
#include "cct/import/importer.h"
#include "cct/import/v8/trace_threads.h"
#include "cct/import_report.h"

namespace ringscope {

// The slices of a trace: stretches of time on a thread, some written as a begin and an end, some as a whole,
// in any order. They are collected, then nested by their times. 32 bytes an event.
class TraceSlices {
 public:
  TraceSlices(const ImportOptions& options, CctBuilder& builder, ImportReport& report);

  // Times are in us. False past a limit: see error(). An event whose time is too large is skipped.
  [[nodiscard]] bool Begin(uint32_t thread, FrameId frame, const DecimalCount& at_us, uint64_t offset);
  // Without a frame it ends whatever is innermost.
  [[nodiscard]] bool End(uint32_t thread, std::optional<FrameId> frame, const DecimalCount& at_us,
                         uint64_t offset);
  [[nodiscard]] bool Whole(uint32_t thread, FrameId frame, const DecimalCount& at_us,
                           const DecimalCount& length_us, uint64_t offset);

  // After the last event: adds the contexts with their self time in ns and how many slices each has. Errors:
  // kLimit (a stack too deep), kCancelled.
  [[nodiscard]] Result<void> AddTo(const TraceThreads& threads, MetricIndex time, MetricIndex count,
                                   JobControl& job);
  [[nodiscard]] bool empty() const { return events_.empty(); }
  [[nodiscard]] bool has_time() const { return has_time_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  enum class Kind : uint8_t { kBegin, kEnd, kWhole };
  struct Event {
    int64_t at_ns;
    int64_t end_ns;  // of a whole one
    uint32_t thread;
    FrameId frame;
    uint32_t order;  // in the file
    Kind kind;
  };
  struct Slice {
    int64_t begin_ns, end_ns;
    FrameId frame;
    uint32_t begin_order, end_order;  // of its events; of a whole one, one of the two is as good as none
    bool paired;
  };
  // A begun slice that has not ended yet.
  struct OpenSlice {
    int64_t begin_ns;
    FrameId frame;
    uint32_t order;
  };
  // An open slice with what lies inside it so far.
  struct Level {
    Slice slice;
    BuildNode node;
    int64_t covered_ns;
  };
  static constexpr FrameId kNoFrame = 0xffffffffu;

  [[nodiscard]] bool Add(Event event, uint64_t offset);
  [[nodiscard]] bool Poll(JobControl& job);
  void Pair(std::span<const Event> events);
  void SortSlices();
  void CloseUpTo(const Event& end);
  [[nodiscard]] Result<void> Nest(BuildNode top, MetricIndex time, MetricIndex count, JobControl& job);
  [[nodiscard]] static bool Holds(const Slice& outer, const Slice& inner);
  void AddNotes();

  uint64_t max_depth_;
  CctBuilder& builder_;
  ImportReport& report_;
  std::vector<Event> events_;
  MemoryLease memory_;  // of events_

  // Of the thread at hand.
  std::vector<Event> pairs_;  // its begins and ends
  std::vector<Slice> slices_;
  std::vector<OpenSlice> open_;
  std::vector<uint32_t> open_counts_;                   // by frame
  std::unordered_map<FrameId, uint32_t> closed_early_;  // at closed_early_ns_, with one around them
  int64_t closed_early_ns_ = 0;
  std::vector<Level> levels_;

  uint64_t not_open_count_ = 0, not_closed_count_ = 0, open_at_end_count_ = 0, cut_count_ = 0;
  uint64_t rounded_count_ = 0, polled_ = 0;
  bool has_time_ = false;
  std::optional<Error> error_;
};

}  // namespace ringscope
