#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/id_index.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Reads fields of a perf.data in order; its numbers have the byte order of the machine that wrote it. A read
// beyond the end yields 0 or an empty text, and ok() is false from then on.
class PerfBytes {
 public:
  PerfBytes(std::string_view bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}

  [[nodiscard]] uint16_t U16() { return Number<uint16_t>(); }
  [[nodiscard]] uint32_t U32() { return Number<uint32_t>(); }
  [[nodiscard]] uint64_t U64() { return Number<uint64_t>(); }
  [[nodiscard]] std::string_view Take(uint64_t size) {
    if (size > left()) {
      ok_ = false;
      at_ = bytes_.size();
      return {};
    }
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += size;
    return taken;
  }
  void Skip(uint64_t size) { static_cast<void>(Take(size)); }
  // A text of a fixed or padded size: up to its first zero byte.
  [[nodiscard]] std::string_view Text(uint64_t size) {
    const std::string_view text = Take(size);
    return text.substr(0, text.find('\0'));
  }

  [[nodiscard]] uint64_t left() const { return bytes_.size() - at_; }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  template <typename T>
  [[nodiscard]] T Number() {
    std::array<char, sizeof(T)> raw{};
    if (const std::string_view bytes = Take(sizeof(T)); !bytes.empty())
      std::memcpy(raw.data(), bytes.data(), sizeof(T));
    if (big_endian_ != (std::endian::native == std::endian::big)) std::ranges::reverse(raw);
    return std::bit_cast<T>(raw);
  }

  std::string_view bytes_;
  size_t at_ = 0;
  bool big_endian_;
  bool ok_ = true;
};

// "0a1f" of two bytes.
[[nodiscard]] std::string PerfHexText(std::string_view bytes);

// The bits of an event's sample_type that decide how its samples are read (perf_event_open(2)).
namespace perf_sample_type {
inline constexpr uint64_t kIp = 1u << 0, kTid = 1u << 1, kTime = 1u << 2, kAddress = 1u << 3, kRead = 1u << 4,
                          kCallchain = 1u << 5, kId = 1u << 6, kCpu = 1u << 7, kPeriod = 1u << 8,
                          kStreamId = 1u << 9, kStackUser = 1u << 13, kIdentifier = 1u << 16;
}  // namespace perf_sample_type

// A recorded event and its settings (struct perf_event_attr).
struct PerfAttribute {
  std::string name;
  uint32_t type = 0;
  uint64_t config = 0;
  uint64_t sample_period = 0;  // of all samples; 0 if the kernel adapts it to a frequency
  uint64_t sample_type = 0, read_format = 0;
  uint64_t branch_sample_type = 0;
  uint32_t max_stack = 0;      // 0: the kernel's own limit
  bool is_inherited = false;   // by new threads, each of which counts for itself
  bool sample_id_all = false;  // records other than samples end in their thread, time and event
};

// The facts about a recording that a perf.data has before and after its records, and a perf.data written to a
// pipe among the records.
struct PerfDataHead {
  bool big_endian = false;
  bool is_pipe = false;
  uint64_t data_begin = 0, data_end = 0;
  std::vector<PerfAttribute> attributes;
  std::unordered_map<uint64_t, uint32_t, SeededHash> attribute_of_id;
  bool by_simpleperf = false;
  std::string host, release, command;                      // of the machine, its kernel, the recording
  std::unordered_map<std::string, std::string> build_ids;  // by path, hexadecimal

  // The attribute of an event's number, or the only attribute if there is one. Null: unknown number.
  [[nodiscard]] const PerfAttribute* AttributeOf(uint64_t id) const;
};

// Errors: kMalformed if the header or a part that it refers to lies outside of the file; kLimit; kCancelled.
// An unfinished or cut file gets a note.
[[nodiscard]] Result<PerfDataHead> ReadPerfDataHead(std::string_view file, ImportReport& report,
                                                    const JobControl& job);

// Add what a record of a pipe tells; `record` is its body.
void AddPerfAttribute(std::string_view record, PerfDataHead& head);
void AddPerfEventName(std::string_view record, PerfDataHead& head);
void AddPerfFeature(std::string_view record, PerfDataHead& head);
void AddPerfBuildId(std::string_view record, uint16_t misc, PerfDataHead& head);

}  // namespace ringscope
