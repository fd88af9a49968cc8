#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/v8/trace_threads.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// The samples of a trace that refer to its table of stack frames, which may stand behind them: a frame is a
// name and the frame that called it, so the table is a tree.
class TraceStacks {
 public:
  explicit TraceStacks(ImportReport& report) : report_(report) {}

  // Ids are the file's text; an empty parent is none.
  void AddFrame(std::string_view id, FrameId frame, std::string_view parent, uint64_t offset);
  // `time_ns` as SampleList has it.
  void AddSample(uint32_t thread, std::string_view frame_id, int64_t weight, std::optional<uint64_t> time_ns,
                 uint64_t offset);

  void MarkUsed(TraceThreads& threads) const;
  // After TraceThreads::MakeRings(): adds the samples so far to a builder that has their frames, and counts
  // them in `report`. More may follow, and then all be added to another builder. Gives them with their times;
  // none where some have none.
  // `time`: where all have times, that up to the next sample of the same thread (the last one: none).
  [[nodiscard]] SampleList AddTo(CctBuilder& builder, const TraceThreads& threads, MetricIndex count,
                                 MetricIndex weight, std::optional<MetricIndex> time, ImportReport& report);
  [[nodiscard]] bool empty() const { return samples_.empty(); }
  // Whether all of them say when they were taken.
  [[nodiscard]] bool have_times() const { return all_have_times_ && !samples_.empty(); }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Entry {
    FrameId frame = kNone;  // none while only referred to
    uint32_t parent = kNone;
    // The last thread that it was wanted for, with its context there.
    uint32_t thread = kNone;
    BuildNode context = kBuildRoot;
    bool broken = false;  // its callers are not all there, or form a loop
  };
  struct Sample {
    uint32_t thread;
    uint32_t entry;
    int64_t weight;
    uint64_t time_ns;
    uint64_t offset;
  };
  [[nodiscard]] uint32_t EntryOf(std::string_view id);

  ImportReport& report_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, uint32_t> indexes_;
  std::vector<Sample> samples_;
  bool all_have_times_ = true;
  bool some_below_zero_ = false;
};

}  // namespace ringscope
