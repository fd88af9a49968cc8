#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/bytes/zstd_stream.h"
#include "cct/import/importer.h"
#include "cct/import/perf/perf_data_head.h"
#include "cct/import/perf/perf_data_sample.h"

namespace ringscope {

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
  // there. False: the rest is none.
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
