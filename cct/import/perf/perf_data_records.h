#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/bytes/inflate_source.h"
#include "cct/import/importer.h"
#include "cct/import/perf/perf_data_head.h"

namespace ringscope {

// A record of a perf.data, without its header of 8 bytes.
struct PerfRecord {
  uint32_t type = 0;
  uint16_t misc = 0;
  std::string_view body;
  uint64_t offset = 0;  // in the file; for an inflated record that of the compressed one
};

// Types of records (perf_event_open(2), and for those from 64 on perf's own perf.data-file-format.txt).
enum class PerfRecordType : uint32_t {
  kMap = 1,
  kLost = 2,
  kComm = 3,
  kFork = 7,
  kSample = 9,
  kMap2 = 10,
  kLostSamples = 13,
  kKernelSymbol = 17,
  kAttribute = 64,
  kTracingData = 66,
  kBuildId = 67,
  kFinishedRound = 68,
  kAuxTrace = 71,
  kEventUpdate = 78,
  kFeature = 80,
  kCompressed = 81,
  kCompressed2 = 83,
};
[[nodiscard]] inline bool IsOf(const PerfRecord& record, PerfRecordType type) {
  return record.type == static_cast<uint32_t>(type);
}

// Where code ran, as told by bits 0 to 2 of `misc` and by the marks in call chains.
enum class PerfMode : uint8_t { kUnknown = 0, kKernel = 1, kUser = 2, kHypervisor = 3, kGuest = 4 };
[[nodiscard]] inline PerfMode ModeOf(uint16_t misc) {
  return static_cast<PerfMode>((misc & 7) < 4 ? misc & 7 : 4);
}
// The mode that an entry of a call chain switches to; nullopt if the entry is an address.
[[nodiscard]] std::optional<PerfMode> PerfModeMark(uint64_t entry);

// The value of an event's counter at a sample.
struct PerfCount {
  uint64_t id = 0;
  uint64_t value = 0;
};

struct PerfSample {
  const PerfAttribute* attribute = nullptr;
  uint64_t ip = 0;
  uint32_t pid = 0, tid = 0;
  std::optional<uint64_t> time_ns;
  std::optional<uint64_t> period;  // its own, or that of all samples of its event
  std::vector<PerfCount> counts;   // of the event itself or its group, if read with each sample
  std::string_view chain;          // of numbers of 8 bytes, innermost first
};

// nullopt if the record is shorter than its event says, or its event is unknown.
[[nodiscard]] std::optional<PerfSample> ReadPerfSample(const PerfRecord& record, const PerfDataHead& head);

// The time of a record in ns; 0 if unknown.
[[nodiscard]] uint64_t TimeOf(const PerfRecord& record, const PerfDataHead& head);

// Delivers the records of a perf.data by time. In the file they come in rounds, in each of which perf emptied
// the buffers of all processors: no record is older than the newest one of the round before the last one.
class PerfRecords {
 public:
  using Deliver = std::function<Result<void>(const PerfRecord&)>;

  // All arguments must outlive the object. `deliver` may change `head` at a record that perf itself wrote.
  PerfRecords(std::string_view file, const PerfDataHead& head, const ImportRun& run, Deliver deliver)
      : file_(file), head_(head), run_(run), deliver_(std::move(deliver)) {}

  // Errors: kMalformed (a broken compressed part), kLimit, kCancelled, and those of Deliver.
  [[nodiscard]] Result<void> Read();

 private:
  struct Waiting {
    uint64_t time_ns;
    PerfRecord record;
  };
  // Takes whole records off the front of `bytes`, which lie at `offset` of the file, or were inflated from
  // the record there. False if the rest is no record.
  [[nodiscard]] Result<bool> ReadRecords(std::string_view& bytes, uint64_t offset, bool inflated);
  [[nodiscard]] Result<void> ReadRecord(const PerfRecord& record);
  [[nodiscard]] Result<void> Inflate(const PerfRecord& record);
  // Delivers the waiting records up to a time.
  [[nodiscard]] Result<void> DeliverUpTo(uint64_t time_ns);
  // Frees all inflated bytes except those of waiting records.
  void KeepWaitingBytes();

  std::string_view file_;
  const PerfDataHead& head_;
  const ImportRun run_;
  Deliver deliver_;
  std::vector<Waiting> waiting_;
  uint64_t newest_ns_ = 0, round_end_ns_ = 0;
  uint64_t record_count_ = 0;

  std::optional<ZstdStream> zstd_;
  std::deque<std::string> inflated_;  // pieces that waiting records refer to
  uint64_t inflated_bytes_ = 0;
  uint64_t kept_bytes_ = 0, waiting_bytes_ = 0;  // of inflated_; of waiting records when last counted
  std::string tail_;                             // the start of a record whose end is not inflated yet
};

// Counts lost events by the records that tell of them.
class PerfLostEvents {
 public:
  // Takes any record; ignores those that tell of no lost events.
  void Add(const PerfRecord& record, const PerfDataHead& head);
  // Reports how many events were lost, and how many samples a filter left out.
  void AddTo(ImportReport& report) const;

 private:
  uint64_t in_buffers_ = 0, samples_ = 0, filtered_count_ = 0;
  uint64_t first_offset_ = 0;
  bool counts_overlap_ = false;
};

}  // namespace ringscope
