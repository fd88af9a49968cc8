#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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

}  // namespace ringscope
