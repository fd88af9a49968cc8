#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/import/importer.h"
#include "cct/import/stack_rows.h"
#include "cct/import/v8/cpuprofile.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// The threads and processes of a trace, and the rings that they become. Ids are texts, as some writers use
// numbers and others names.
class TraceThreads {
 public:
  // A number for the thread, the same for equal ids. Expected O(1).
  [[nodiscard]] uint32_t IndexOf(std::string_view pid, std::string_view tid);
  void NameThread(uint32_t thread, std::string_view name) { threads_[thread].name = name; }
  void NameProcess(std::string_view pid, std::string_view name) { process_names_[std::string(pid)] = name; }
  // Marks a thread that has slices or samples.
  void MarkUsed(uint32_t thread) { threads_[thread].used = true; }

  // After the last event: makes a ring of processes if several are used, and a ring of threads inside it.
  void MakeRings(ThreadRing rings, CctBuilder& builder);
  // The context that holds the thread's contexts. After MakeRings().
  [[nodiscard]] BuildNode ContextOf(uint32_t thread) const { return threads_[thread].context; }

 private:
  struct Thread {
    std::string pid, tid, name;
    bool used = false;
    BuildNode context = kBuildRoot;
  };

  std::vector<Thread> threads_;
  std::unordered_map<std::string, uint32_t> indexes_;
  std::unordered_map<std::string, std::string> process_names_;
  std::string key_;
  uint32_t last_ = 0xffffffffu;
};

// The samples of a trace that refer to its table of stack frames, which may follow the samples. A stack frame
// is a name and the stack frame of its caller, so the table is a tree.
class TraceStacks {
 public:
  explicit TraceStacks(ImportReport& report) : report_(report) {}

  // Ids are the file's text; `parent` is empty for a frame without a caller.
  void AddFrame(std::string_view id, FrameId frame, std::string_view parent, uint64_t offset);
  // `time_ns` as SampleList has it.
  void AddSample(uint32_t thread, std::string_view frame_id, int64_t weight, std::optional<uint64_t> time_ns,
                 uint64_t offset);

  void MarkUsed(TraceThreads& threads) const;
  // After TraceThreads::MakeRings(): adds all samples so far to a builder that has their frames, and counts
  // them in `report`. Later calls with other builders may add more. Returns the samples with their times;
  // none if some have no time or a weight below zero. `time`, only if have_times(): the metric of the time up
  // to the thread's next sample.
  [[nodiscard]] SampleList AddTo(CctBuilder& builder, const TraceThreads& threads, MetricIndex count,
                                 MetricIndex weight, std::optional<MetricIndex> time, ImportReport& report);
  [[nodiscard]] bool empty() const { return samples_.empty(); }
  // Whether there are samples, and all of them have a time.
  [[nodiscard]] bool have_times() const { return all_have_times_ && !samples_.empty(); }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Entry {
    FrameId frame = kNone;  // kNone: only referred to so far
    uint32_t parent = StackRows::kNoCaller;
  };
  struct Sample {
    uint32_t thread;
    uint32_t entry;
    int64_t weight;
    uint64_t time_ns;
    uint64_t offset;
  };
  [[nodiscard]] uint32_t EntryOf(std::string_view id);
  // The row of an entry: kMissing for one that is only referred to; kNoCaller stays.
  [[nodiscard]] uint32_t RowOf(uint32_t entry) const {
    return entry < entries_.size() && entries_[entry].frame == kNone ? StackRows::kMissing : entry;
  }

  ImportReport& report_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, uint32_t> indexes_;
  std::vector<Sample> samples_;
  bool all_have_times_ = true;
  bool some_below_zero_ = false;
};

// The part of a JavaScript profile in one event of a trace.
struct TraceProfilePart {
  explicit TraceProfilePart(CctBuilder& builder, ImportReport& report) : nodes(builder, report) {}
  CpuProfileNodes nodes;
  CompactIntegers node_ids, deltas_us;  // as in a .cpuprofile
  std::optional<int64_t> start_us;
};

// The JavaScript profiles of a trace, each in one event or scattered over many.
class TraceProfiles {
 public:
  TraceProfiles(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // Parts with equal process and id make one profile. It belongs to the thread that started it, if known,
  // else to that of its first part. `at_us` orders the parts. False past a limit: see error().
  void Start(std::string_view pid, std::string_view id, uint32_t thread, double at_us);
  [[nodiscard]] bool AddPart(std::string_view pid, std::string_view id, uint32_t thread, double at_us,
                             TraceProfilePart part, uint64_t offset);
  // A whole profile in one event.
  void AddWhole(uint32_t thread, TraceProfilePart part, uint64_t offset);

  void MarkUsed(TraceThreads& threads) const;
  // After the last event and TraceThreads::MakeRings(). Returns the samples with their times; none if some
  // have no time.
  [[nodiscard]] SampleList AddTo(const TraceThreads& threads, std::optional<MetricIndex> time,
                                 MetricIndex count);
  [[nodiscard]] bool has_samples() const { return SomeHas(&Chunk::node_ids); }
  [[nodiscard]] bool has_times() const { return SomeHas(&Chunk::deltas_us); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Chunk {
    double at_us;
    CompactIntegers node_ids, deltas_us;
  };
  struct Profile {
    CpuProfileNodes nodes;
    uint32_t thread;
    bool started = false;
    uint64_t offset = 0;  // of its first samples
    std::vector<Chunk> chunks;
    std::optional<int64_t> start_us;  // if the file tells it, else started_at_us counts
    double started_at_us = 0;
  };
  [[nodiscard]] Profile& ProfileOf(std::string_view pid, std::string_view id, uint32_t thread);
  // Whether this list is not empty in some chunk of some profile.
  [[nodiscard]] bool SomeHas(CompactIntegers Chunk::*list) const;

  CctBuilder& builder_;
  ImportReport& report_;
  std::deque<Profile> profiles_;
  std::unordered_map<std::string, size_t> indexes_;
  std::optional<Error> error_;
};

}  // namespace ringscope
