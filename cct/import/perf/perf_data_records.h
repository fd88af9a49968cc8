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
  uint64_t offset = 0;  // in the file; of one that was compressed that of what it came in
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

// Where code ran, as bits 0 to 2 of `misc` say, and the marks in call chains.
enum class PerfMode : uint8_t { kUnknown = 0, kKernel = 1, kUser = 2, kHypervisor = 3, kGuest = 4 };
[[nodiscard]] inline PerfMode ModeOf(uint16_t misc) {
  return static_cast<PerfMode>((misc & 7) < 4 ? misc & 7 : 4);
}
// The mode that an entry of a call chain switches to; nullopt: it is an address.
[[nodiscard]] std::optional<PerfMode> PerfModeMark(uint64_t entry);

// How far an event had counted, as a sample tells it.
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
  std::vector<PerfCount> counts;   // where the event reads them with each sample: of itself, or of its group
  std::string_view chain;          // of numbers of 8 bytes, innermost first
};

// Null where it is shorter than its event says, or of no known event.
[[nodiscard]] std::optional<PerfSample> ReadPerfSample(const PerfRecord& record, const PerfDataHead& head);

// When a record was written; 0 where it does not say.
[[nodiscard]] uint64_t TimeOf(const PerfRecord& record, const PerfDataHead& head);

// Hands over the records of a perf.data in the order of their times. The file has them as the buffers of the
// processors were emptied, a round after the other: none is older than what the round before the last one
// ended with.
class PerfRecords {
 public:
  using Deliver = std::function<Result<void>(const PerfRecord&)>;

  // All must outlive it. Records that perf itself wrote may change `head` when they are delivered.
  PerfRecords(std::string_view file, const PerfDataHead& head, const ImportRun& run, Deliver deliver)
      : file_(file), head_(head), run_(run), deliver_(std::move(deliver)) {}

  // Errors: kMalformed (a broken compressed part), kLimit, kCancelled, and those of Deliver.
  [[nodiscard]] Result<void> Read();

 private:
  struct Waiting {
    uint64_t time_ns;
    PerfRecord record;
  };
  // Reads whole records off the front of `bytes`, which lie at `offset` of the file, or came out of what lies
  // there. False where the rest is no record.
  [[nodiscard]] Result<bool> ReadRecords(std::string_view& bytes, uint64_t offset, bool inflated);
  [[nodiscard]] Result<void> ReadRecord(const PerfRecord& record);
  [[nodiscard]] Result<void> Inflate(const PerfRecord& record);
  // Of the waiting ones those up to a time.
  [[nodiscard]] Result<void> DeliverUpTo(uint64_t time_ns);
  void KeepWaitingBytes();

  std::string_view file_;
  const PerfDataHead& head_;
  const ImportRun run_;
  Deliver deliver_;
  std::vector<Waiting> waiting_;
  uint64_t newest_ns_ = 0, round_end_ns_ = 0;
  uint64_t record_count_ = 0;

  std::optional<ZstdStream> zstd_;
  std::deque<std::string> inflated_;  // what waiting records may be part of
  uint64_t inflated_bytes_ = 0;
  uint64_t kept_bytes_ = 0, waiting_bytes_ = 0;  // of `inflated_`; of the waiting ones when last looked at
  std::string tail_;                             // the begin of a record whose end has not been inflated yet
};

// Counts what the records of lost events tell, as they come.
class PerfLostEvents {
 public:
  // Any record.
  void Add(const PerfRecord& record, const PerfDataHead& head);
  // Says how many events were lost, and how many samples a filter left out.
  void Tell(ImportReport& report) const;

 private:
  uint64_t in_buffers_ = 0, samples_ = 0, filtered_count_ = 0;
  uint64_t first_offset_ = 0;
  bool counts_overlap_ = false;
};

}  // namespace ringscope
