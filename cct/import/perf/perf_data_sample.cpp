#include "cct/import/perf/perf_data_sample.h"

#include <bit>

#include "cct/import/perf/perf_bytes.h"

namespace ringscope {
namespace {

namespace st = perf_sample_type;

// Of a sample by its event's number. What perf made itself has none, and is of the first event.
const PerfAttribute* AttributeOfNumber(uint64_t number, const PerfDataHead& head) {
  return number == 0 ? head.attributes.data() : head.AttributeOf(number);
}

// Where the event's number stands in a sample: in all of them at one place, or nobody could tell.
const PerfAttribute* AttributeOfSample(const PerfRecord& record, const PerfDataHead& head) {
  if (head.attributes.empty()) return nullptr;
  const PerfAttribute& first = head.attributes.front();
  if (head.attributes.size() == 1) return &first;
  PerfBytes bytes(record.body, head.big_endian);
  if ((first.sample_type & st::kIdentifier) != 0) return AttributeOfNumber(bytes.U64(), head);
  if ((first.sample_type & st::kId) == 0) return &first;
  constexpr uint64_t kBefore = st::kIp | st::kTid | st::kTime | st::kAddress;
  bytes.Skip(8u * static_cast<unsigned>(std::popcount(first.sample_type & kBefore)));
  return AttributeOfNumber(bytes.U64(), head);
}

// The same for what stands at the end of other records.
const PerfAttribute* AttributeOfOther(const PerfRecord& record, const PerfDataHead& head) {
  if (head.attributes.empty()) return nullptr;
  const PerfAttribute& first = head.attributes.front();
  if ((first.sample_type & st::kIdentifier) == 0 || record.body.size() < 8) return &first;
  PerfBytes end(record.body.substr(record.body.size() - 8), head.big_endian);
  // Records that perf made itself have no number.
  const PerfAttribute* const found = head.AttributeOf(end.U64());
  return found == nullptr ? &first : found;
}

// { value, times, id, lost }, or of a group { number, times, { value, id, lost }... }, as the format says.
void ReadCounts(PerfBytes& bytes, uint64_t format, std::vector<PerfCount>& counts) {
  constexpr uint64_t kTimes = 3, kId = 4, kGroup = 8, kLost = 16;
  const uint64_t times_bytes = 8u * static_cast<unsigned>(std::popcount(format & kTimes));
  const bool is_group = (format & kGroup) != 0;
  const uint64_t count = is_group ? bytes.U64() : 1;
  if (is_group) bytes.Skip(times_bytes);
  for (uint64_t i = 0; i < count && bytes.ok(); ++i) {
    PerfCount read;
    read.value = bytes.U64();
    if (!is_group) bytes.Skip(times_bytes);
    if ((format & kId) != 0) read.id = bytes.U64();
    if ((format & kLost) != 0) bytes.Skip(8);
    if (bytes.ok()) counts.push_back(read);
  }
}

}  // namespace

std::optional<PerfMode> PerfModeMark(uint64_t entry) {
  // -1 to -4095 are no addresses.
  if (entry < ~uint64_t{0} - 4094) return std::nullopt;
  switch (~entry + 1) {
    case 32:
      return PerfMode::kHypervisor;
    case 128:
      return PerfMode::kKernel;
    case 512:
      return PerfMode::kUser;
    case 2048:
    case 2176:
    case 2560:
      return PerfMode::kGuest;
    default:
      return PerfMode::kUnknown;
  }
}

std::optional<PerfSample> ReadPerfSample(const PerfRecord& record, const PerfDataHead& head) {
  PerfSample sample;
  sample.attribute = AttributeOfSample(record, head);
  if (sample.attribute == nullptr) return std::nullopt;
  const uint64_t type = sample.attribute->sample_type;
  PerfBytes bytes(record.body, head.big_endian);
  if ((type & st::kIdentifier) != 0) bytes.Skip(8);
  if ((type & st::kIp) != 0) sample.ip = bytes.U64();
  if ((type & st::kTid) != 0) {
    sample.pid = bytes.U32();
    sample.tid = bytes.U32();
  }
  if ((type & st::kTime) != 0) sample.time_ns = bytes.U64();
  if ((type & st::kAddress) != 0) bytes.Skip(8);
  if ((type & st::kId) != 0) bytes.Skip(8);
  if ((type & st::kStreamId) != 0) bytes.Skip(8);
  if ((type & st::kCpu) != 0) bytes.Skip(8);
  if ((type & st::kPeriod) != 0)
    sample.period = bytes.U64();
  else if (sample.attribute->sample_period > 0)
    sample.period = sample.attribute->sample_period;
  if ((type & st::kRead) != 0) ReadCounts(bytes, sample.attribute->read_format, sample.counts);
  if ((type & st::kCallchain) != 0) {
    const uint64_t count = bytes.U64();
    sample.chain = bytes.Take(count > bytes.left() / 8 ? bytes.left() + 1 : count * 8);
  }
  if (!bytes.ok()) return std::nullopt;
  return sample;
}

uint64_t TimeOf(const PerfRecord& record, const PerfDataHead& head) {
  if (IsOf(record, PerfRecordType::kSample)) {
    const PerfAttribute* const attribute = AttributeOfSample(record, head);
    if (attribute == nullptr || (attribute->sample_type & st::kTime) == 0) return 0;
    constexpr uint64_t kBefore = st::kIdentifier | st::kIp | st::kTid;
    PerfBytes bytes(record.body, head.big_endian);
    bytes.Skip(8u * static_cast<unsigned>(std::popcount(attribute->sample_type & kBefore)));
    return bytes.U64();
  }
  const PerfAttribute* const attribute = AttributeOfOther(record, head);
  if (attribute == nullptr || !attribute->sample_id_all || (attribute->sample_type & st::kTime) == 0)
    return 0;
  constexpr uint64_t kFromTime = st::kTime | st::kId | st::kStreamId | st::kCpu | st::kIdentifier;
  const size_t size = 8u * static_cast<unsigned>(std::popcount(attribute->sample_type & kFromTime));
  if (record.body.size() < size) return 0;
  return PerfBytes(record.body.substr(record.body.size() - size), head.big_endian).U64();
}

}  // namespace ringscope
